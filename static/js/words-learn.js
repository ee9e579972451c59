/** Words about the way through the course and about exercises; the same rules as in words.js: one entry a line. */
export const LEARN_WORDS = {
  "ui.progress.too_long": "This is too long for the progress of one person. Nothing was changed.",
  "ui.progress.not_json": "This file is no JSON. It may have been cut. Nothing was changed.",
  "ui.progress.not_progress": "This is JSON, but not the progress of a course. Nothing was changed.",
  "ui.progress.newer": "This progress has version {version}; this page knows version {known}. Nothing was changed.",
  "ui.progress.cut": "This link is damaged. It may have been cut on its way. Nothing was changed.",
};

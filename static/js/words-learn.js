/** Words about the way through the course and about exercises; the same rules as in words.js: one entry a line. */
export const LEARN_WORDS = {
  "ui.task.done": "All of it holds. The task is done.",
  "ui.task.missing": { one: "{n} thing does not hold yet.", other: "{n} things do not hold yet." },
  "ui.task.early": "All of it holds now. Play on: it must still hold at the end.",
  "ui.task.count": { one: "{n} change; the fewest are {fewest}.", other: "{n} changes; the fewest are {fewest}." },
  "ui.task.inputs": "These changes do it. Press one to make it at the newest step:",
  "ui.progress.too_long": "This is too long for the progress of one person. Nothing was changed.",
  "ui.progress.not_json": "This file is no JSON. It may have been cut. Nothing was changed.",
  "ui.progress.not_progress": "This is JSON, but not the progress of a course. Nothing was changed.",
  "ui.progress.newer": "This progress has version {version}; this page knows version {known}. Nothing was changed.",
  "ui.progress.cut": "This link is damaged. It may have been cut on its way. Nothing was changed.",
};

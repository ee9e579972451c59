/** The page of other values: its controls are turned without a load. */
import { bind } from "../panels/scalpel/scalpel.js";

for (const root of document.querySelectorAll("[data-scalpel]")) bind(root);

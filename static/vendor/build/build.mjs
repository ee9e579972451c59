// Writes ../codemirror.js, its licences and versions, and e2e/vendor/axe.min.js. Two runs give the same bytes.
// Run by `make vendor`, which installs package-lock.json first and then renews fonts and check sums.
import { build } from "esbuild";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const vendor = dirname(here);
const axe = join(here, "../../../e2e/vendor");
const modules = join(here, "node_modules");
const manifest = (name) => JSON.parse(readFileSync(join(modules, name, "package.json"), "utf8"));

const result = await build({
  entryPoints: [join(here, "entry.js")],
  outfile: join(vendor, "codemirror.js"),
  absWorkingDir: here,
  bundle: true,
  format: "esm",
  target: "es2022",
  minify: true,
  charset: "utf8",
  legalComments: "none",
  banner: { js: "/* CodeMirror 6 and Lezer, MIT licence: see LICENSES beside this file. Built by build/build.mjs. */" },
  metafile: true,
});

const bundled = new Set();
for (const path of Object.keys(result.metafile.inputs)) {
  const [, name] = path.match(/node_modules\/((?:@[^/]+\/)?[^/]+)\//) ?? [];
  if (name) bundled.add(name);
}
const names = [...bundled].sort();
writeFileSync(join(vendor, "VERSIONS"), names.map((name) => `${name} ${manifest(name).version}\n`).join(""));
writeFileSync(
  join(vendor, "LICENSES"),
  names.map((name) => `${name} ${manifest(name).version} (${manifest(name).license})\n\n${readFileSync(join(modules, name, "LICENSE"), "utf8").trim()}\n`)
    .join(`\n${"-".repeat(80)}\n\n`),
);

mkdirSync(axe, { recursive: true });
copyFileSync(join(modules, "axe-core/axe.min.js"), join(axe, "axe.min.js"));
copyFileSync(join(modules, "axe-core/LICENSE"), join(axe, "LICENSE"));
writeFileSync(join(axe, "VERSIONS"), `axe-core ${manifest("axe-core").version}\n`);

/** Copies what tsc leaves behind into dist: node icons and n8n's codex files. */
const { dest, series, src } = require('gulp');

const copy = (patterns, base) => () =>
	src(patterns, { base, encoding: false }).pipe(dest(`dist/${base}`));

const icons = (folder) => copy([`${folder}/**/*.{svg,png}`], folder);
const nodeIcons = icons('nodes');
const credentialIcons = icons('credentials');
const codex = copy(['nodes/**/*.node.json'], 'nodes');

exports.default = series(nodeIcons, credentialIcons, codex);

/**
 * Builds the pages to static files: for each a script named by what is in it, one style sheet for
 * all, and a document that names both. Plain JavaScript, because it is part of the build.
 */
const fs = require('node:fs');
const path = require('node:path');
const { gzipSync } = require('node:zlib');
const { buildSync } = require('esbuild');

/** Every page by its folder, with what stands in the tab before its script has run. */
const titles = { asset: 'Assets', documents: 'Documents', explorer: 'Log explorer' };

/** Where the files lie on the servers; `server/http/built-pages.ts` serves them there. */
const address = '/pages/';

/** Writes the documents into a folder and what they load into `files` below it. */
function buildPages(folder) {
	const { outputs } = bundle(path.join(folder, 'files')).metafile;
	const built = Object.entries(outputs).map(([file, output]) => ({ ...output, file }));
	for (const { file } of built) compress(path.join(__dirname, file));
	const fileOf = (entry) => built.find(({ entryPoint }) => entryPoint === entry);
	const style = fileOf('style.css').file;
	const icon = fileOf('icon.svg').file;
	for (const [name, title] of Object.entries(titles)) {
		const script = fileOf(`${name}/main.tsx`);
		const files = {
			icon,
			style,
			script: script.file,
			chunks: script.imports.map((one) => one.path),
		};
		fs.writeFileSync(path.join(folder, `${name}.html`), documentOf(title, files));
	}
}

function bundle(outdir) {
	const scripts = Object.keys(titles).map((name) => [name, `${name}/main.tsx`]);
	return buildSync({
		absWorkingDir: __dirname,
		entryPoints: { style: 'style.css', icon: 'icon.svg', ...Object.fromEntries(scripts) },
		outdir,
		entryNames: '[name]-[hash]',
		chunkNames: 'part-[hash]',
		bundle: true,
		splitting: true,
		format: 'esm',
		minify: true,
		target: ['es2022'],
		charset: 'utf8',
		jsx: 'automatic',
		jsxImportSource: 'preact',
		loader: { '.svg': 'copy' },
		legalComments: 'none',
		logLevel: 'warning',
		metafile: true,
	});
}

/** For clients that take it, worked out once. */
function compress(file) {
	fs.writeFileSync(`${file}.gz`, gzipSync(fs.readFileSync(file), { level: 9 }));
}

function documentOf(title, { icon, style, script, chunks }) {
	const at = (file) => address + path.basename(file);
	return [
		'<!doctype html>',
		'<html lang="en">',
		'<head>',
		'<meta charset="utf-8">',
		'<meta name="viewport" content="width=device-width, initial-scale=1">',
		'<meta name="color-scheme" content="light dark">',
		'<meta name="robots" content="noindex">',
		`<title>${title} · Sealkeeper</title>`,
		`<link rel="icon" href="${at(icon)}" type="image/svg+xml">`,
		`<link rel="stylesheet" href="${at(style)}">`,
		...chunks.map((chunk) => `<link rel="modulepreload" href="${at(chunk)}">`),
		`<script type="module" src="${at(script)}"></script>`,
		'</head>',
		'<body>',
		'<noscript><p>This page works everything out in the browser, so it needs JavaScript.</p></noscript>',
		'</body>',
		'</html>',
		'',
	].join('\n');
}

module.exports = { buildPages };

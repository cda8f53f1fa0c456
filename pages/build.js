/**
 * Builds the pages to static files: a script per page, named by its hash, one style sheet, and a
 * document that loads both. Plain JavaScript, because it is part of the build.
 */
const fs = require('node:fs');
const path = require('node:path');
const { brotliCompressSync, constants, gzipSync } = require('node:zlib');
const { buildSync } = require('esbuild');

/** Title of each page by its folder, shown before its script runs. */
const titles = {
	admin: 'Administration',
	asset: 'Assets',
	compare: 'Compare two files',
	console: 'Console',
	documents: 'Documents',
	explorer: 'Log explorer',
	'open-compare': 'Compare two files',
	outbox: 'Mails',
	signing: 'Signing',
	venue: 'Venue',
	verify: 'Verify a file',
};

/** The address of the files; `server/http/files/built-pages.ts` serves them there. */
const address = '/pages/';

/** pdf.js as published, in a folder named by its version: it loads its parts by name. */
const pdfjs = path.dirname(require.resolve('pdfjs-dist/package.json'));
const pdfjsFolder = `pdfjs-${require('pdfjs-dist/package.json').version}`;
const pdfjsParts = {
	build: /^pdf(\.worker)?\.min\.mjs$/,
	cmaps: /\.bcmap$/,
	standard_fonts: /\.(pfb|ttf)$/,
	wasm: /_nowasm_fallback\.js$/,
};

/** Writes the documents to a folder, and what they load to `files` below it. */
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
			chunks: script.imports
				.filter(({ kind, external }) => kind === 'import-statement' && !external)
				.map((one) => one.path),
		};
		fs.writeFileSync(path.join(folder, `${name}.html`), documentOf(title, files));
	}
	copyPdfjs(path.join(folder, 'files', pdfjsFolder));
}

function copyPdfjs(target) {
	for (const [part, isWanted] of Object.entries(pdfjsParts)) {
		const to = part === 'build' ? target : path.join(target, part);
		fs.mkdirSync(to, { recursive: true });
		for (const name of fs.readdirSync(path.join(pdfjs, part)).filter((one) => isWanted.test(one))) {
			fs.copyFileSync(path.join(pdfjs, part, name), path.join(to, name));
			compress(path.join(to, name));
		}
	}
}

function bundle(outdir) {
	const scripts = Object.keys(titles).map((name) => [name, `${name}/main.tsx`]);
	return buildSync({
		absWorkingDir: __dirname,
		entryPoints: { style: 'style.css', icon: 'icon.svg', ...Object.fromEntries(scripts) },
		outdir,
		publicPath: address,
		entryNames: '[name]-[hash]',
		chunkNames: 'part-[hash]',
		bundle: true,
		// Loaded at run time by its address.
		external: [`${address}*`],
		splitting: true,
		format: 'esm',
		minify: true,
		target: ['es2022'],
		charset: 'utf8',
		jsx: 'automatic',
		jsxImportSource: 'preact',
		loader: { '.svg': 'copy', '.woff2': 'file' },
		assetNames: '[name]-[hash]',
		define: { PDFJS_ADDRESS: JSON.stringify(`${address}${pdfjsFolder}/`) },
		legalComments: 'none',
		logLevel: 'warning',
		metafile: true,
	});
}

/** The highest but one: the highest saves one byte in a hundred and takes twice the time. */
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };

/** Compressed once at build time; browsers accept Brotli over HTTPS and from localhost. */
function compress(file) {
	const bytes = fs.readFileSync(file);
	fs.writeFileSync(`${file}.br`, brotliCompressSync(bytes, brotli));
	fs.writeFileSync(`${file}.gz`, gzipSync(bytes, { level: 9 }));
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

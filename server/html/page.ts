/** The frame of pages reached by a link: one style, for phones and dark mode, without scripts. */
import { markup, type Markup } from './markup';

/** What went wrong, and what to do about it. */
export interface Problem {
	readonly happened: string;
	readonly change: string;
}

export function alert({ happened, change }: Problem): Markup {
	return markup`<div class="alert" role="alert"><strong>${happened}</strong> ${change}</div>`;
}

/** For a request that could not be handled at all. */
export function problemPage(problem: Problem): string {
	return page(markup`That did not work`, 'That did not work', alert(problem));
}

const style = markup`<style>
:root { color-scheme: light dark; --ink: #1d2430; --soft: #5b6472; --page: #f5f6f8; --paper: #fff;
--line: #c9d0da; --accent: #1f5fd0; --on-accent: #fff; --red: #fdeaea; --red-ink: #8c1616;
--green: #e6f5ec; --green-ink: #125c31; }
@media (prefers-color-scheme: dark) { :root { --ink: #e8edf5; --soft: #a5afbf; --page: #14181f;
--paper: #1d2430; --line: #465062; --accent: #8ab4ff; --on-accent: #10203d; --red: #43262b;
--red-ink: #ffb4b4; --green: #1d3a2a; --green-ink: #9be0b8; } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--page); color: var(--ink); font: 17px/1.55 system-ui, sans-serif; }
main { max-width: 36rem; margin: 2.5rem auto; padding: 2rem; background: var(--paper); border-radius: 14px;
box-shadow: 0 1px 3px rgb(0 0 0 / .12); overflow-wrap: anywhere; }
h1 { margin: 0 0 1rem; font-size: 1.6rem; line-height: 1.25; }
h2 { margin: 2rem 0 .5rem; padding-top: 1.5rem; border-top: 1px solid var(--line); font-size: 1.15rem; }
.field { margin: 1.25rem 0; }
label { font-weight: 600; display: block; }
.field p { margin: .15rem 0 .5rem; color: var(--soft); font-size: .95rem; }
input[type=file] { display: block; width: 100%; padding: .7rem; border: 1px dashed var(--line); border-radius: 10px;
font: inherit; color: inherit; background: var(--page); }
button { font: inherit; font-weight: 600; padding: .7rem 1.75rem; border-radius: 10px; cursor: pointer;
border: 2px solid var(--accent); background: var(--accent); color: var(--on-accent); }
button.second { background: transparent; color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
code { background: var(--page); padding: .1rem .35rem; border-radius: 4px; font-size: .9em; }
.alert, .done { padding: .9rem 1.1rem; border-radius: 10px; margin-bottom: 1.25rem; border-left: 5px solid currentColor; }
.alert { background: var(--red); color: var(--red-ink); } .done { background: var(--green); color: var(--green-ink); }
.small { color: var(--soft); font-size: .9rem; margin: 1.75rem 0 0; }
@media (max-width: 40rem) { main { margin: 0; border-radius: 0; min-height: 100vh; padding: 1.25rem; } button { width: 100%; } }
</style>`;

export function page(heading: Markup, title: string, body: Markup): string {
	return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
${style}
</head>
<body>
<main>
<h1>${heading}</h1>
${body}
</main>
</body>
</html>
`.text;
}

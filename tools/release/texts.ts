/** Texts of a release that are cut from those of the repository. */
import path from 'node:path';

export interface Repository {
	/** Its address for people. */
	readonly url: string;
	/** The release's own tag, at which its pages stay as they are. */
	readonly tag: string;
}

const linked = /(\]\(|src=")(?!https?:|mailto:|#)([^)"\s]+)/g;
const isPicture = (file: string) => /\.(png|svg|jpe?g|gif)$/.test(file);

/** Links that lead into the repository lead to its address; `folder` is where the text stands in it. */
export function withAddresses(text: string, folder: string, { url, tag }: Repository): string {
	return text.replace(linked, (_, before: string, target: string) => {
		const file = path.posix.join(folder, target);
		return `${before}${url}/${isPicture(file) ? 'raw' : 'blob'}/${tag}/${file}`;
	});
}

/** What the changelog says of a version. */
export function notesOf(changelog: string, version: string): string {
	const [, text] = changelog.split(`\n## ${version}\n`);
	if (text === undefined) {
		throw new Error(`CHANGELOG.md has no section '## ${version}'; write it for this release`);
	}
	return `${(text.split('\n## ')[0] ?? '').trim()}\n`;
}

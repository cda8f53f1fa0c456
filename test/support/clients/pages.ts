/** Follows the pages of a list as any client of the web would: by the `Link` header alone. */
import type { Answer } from './requests';

export type Listed = Readonly<Record<string, unknown>>;

/** Where the next page is, resolved against the address of this one. */
export function nextPage({ headers }: Pick<Answer, 'headers'>, url: string): string | undefined {
	const { link } = headers;
	if (link === undefined) return undefined;
	const target = /^<([^<>]*)>; rel="next"$/.exec(String(link))?.[1];
	if (target === undefined) throw new Error(`not the link to a next page: ${String(link)}`);
	return new URL(target, url).href;
}

/** The records of the page at `url` and of every page behind it. */
export async function followed(
	ask: (url: string) => Promise<Answer>,
	url: string | undefined,
): Promise<readonly Listed[]> {
	const records: Listed[] = [];
	for (let at = url; at !== undefined;) {
		const answer = await ask(at);
		if (answer.status !== 200) throw new Error(`${at} answers ${answer.status}: ${answer.text}`);
		records.push(...(answer.json() as readonly Listed[]));
		at = nextPage(answer, at);
	}
	return records;
}

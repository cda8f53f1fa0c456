/** Names that nobody can see or tell apart are refused, or are one name. */
import { startService, type RunningService } from '../../support/programs/service';

let running: RunningService;
beforeAll(async () => {
	running = await startService();
});
afterAll(() => running.close());

const unseen: ReadonlyArray<readonly [string, string]> = [
	['a space without width', '\u200b'],
	['a joiner alone', '\u200d'],
	['a filler of Hangul', '\u3164'],
	['blanks', ' \u3000 '],
	['a mark that turns what follows', 'invoice\u202efdp.exe'],
	['an isolate', 'a\u2066b'],
	['a separator of lines', 'a\u2028b'],
	['half a character', 'a\ud800'],
];

type Place = readonly [path: string, field: string];

/** Where the products take a name of its own. */
function places(): readonly Place[] {
	const { Tracker, Keeper } = running.organisation.products;
	return [
		[`/tracker/${Tracker}/assets`, 'name'],
		[`/tracker/${Tracker}/entities`, 'ownedIdentifier'],
		[`/keeper/${Keeper}/folders`, 'name'],
	];
}

async function named([path, field]: Place, name: string) {
	const headers = {
		'x-api-key': running.organisation.admin.key,
		'content-type': 'application/json',
	};
	const body = JSON.stringify({ [field]: name });
	const reply = await fetch(running.url + path, { method: 'POST', headers, body });
	return { status: reply.status, body: (await reply.json()) as Readonly<Record<string, unknown>> };
}

test.each(unseen)('a name of %s is refused where it is given', async (_what, name) => {
	for (const place of places()) {
		const { status, body } = await named(place, name);
		expect([status, body['arguments']]).toMatchObject([400, [place[1], expect.any(String)]]);
	}
});

test('a name of two spellings is one name, in the usual form', async () => {
	for (const place of places()) {
		for (const name of ['Caf\u00e9', 'Cafe\u0301']) {
			const { body } = await named(place, name);
			expect(JSON.stringify(body)).toContain('"Caf\u00e9"');
		}
	}
});

test('scripts that need joiners and marks keep them', async () => {
	const [place] = places();
	for (const name of [
		'\u0645\u06cc\u200c\u062e\u0648\u0627\u0647\u0645',
		'\u200f\u05e9\u05dc\u05d5\u05dd',
		'\u{1f469}\u200d\u{1f469}',
	]) {
		expect(place && (await named(place, name))).toMatchObject({ status: 201, body: { name } });
	}
});

/**
 * Eight clients transfer while the service is killed at random and started again; a witness reads
 * every checkpoint it can get and holds each to the one before. In the end everything is judged from
 * outside: what was acknowledged, sums, the log, and what the witness saw.
 */
import { parseCheckpoint } from '../../../proof/checkpoint';
import { verifyConsistency } from '../../../proof/merkle';
import { parseNote, verifiedSignatures } from '../../../proof/signed-note';
import { parseVerifierKey } from '../../../proof/verifier-key';
import { roles } from '../../../api/language/roles';
import { systemClock } from '../../../server/clock';
import { Accounts } from '../../../service/accounts/accounts';
import { openDatabase } from '../../../service/database/database';
import { testPort } from '../../support/run/ports';
import { ProgramProcess } from '../../support/programs/program-process';
import { send, until } from '../../support/clients/requests';
import type { ServicePlace } from '../../support/programs/service-place';
import type { TestUser } from '../../support/programs/service';
import { Tracker, type WireTransaction } from '../assets/tracker';

const clients = 8;
const issuedToEach = 1_000_000;

export interface RoundsOutcome {
	readonly acknowledged: readonly string[];
	readonly movements: readonly string[];
	/** Of all holders together, and what was issued. */
	readonly held: number;
	readonly issued: number;
	/** Sizes of the checkpoints the witness saw, in the order it saw them. */
	readonly witnessed: readonly number[];
	readonly contradictions: readonly string[];
}

/** Runs the rounds on an empty place, which nothing serves afterwards. */
export async function killRounds(
	place: ServicePlace,
	{ rounds, random }: { readonly rounds: number; readonly random: (below: number) => number },
): Promise<RoundsOutcome> {
	const { service, url, users, productId, tracker } = await startProgram(place);
	try {
		const assetId = await issueToAll(tracker, users);
		const witness = new Witness(url);
		const load = new Load(url, { productId, assetId, users });
		const working = [witness.run(), load.run()];
		for (let round = 0; round < rounds; round += 1) {
			await witness.seesAnother();
			// A number of answers from here on, and then in the middle of whatever is done.
			await load.answered(1 + random(40));
			await service.kill();
			await service.start();
		}
		load.stop();
		witness.stop();
		await Promise.all(working);
		const { vkey, ...judged } = await judge(tracker, { users, assetId, url });
		const acknowledged = [...load.acknowledged];
		return { ...judged, acknowledged, ...(await witness.judged(vkey)) };
	} finally {
		await service.end();
	}
}

/** The service as a process on an empty place, with eight users and a tracker. */
export async function startProgram(place: ServicePlace) {
	const { users, productId } = await addUsers(place);
	const port = await testPort();
	const url = `http://127.0.0.1:${port}`;
	const environment = {
		...place.environment,
		...{ PORT: String(port), REQUESTS_PER_MINUTE_MAX: '1000000000', LOG_LEVEL: 'warn' },
	};
	const running = /Sealkeeper listens/;
	const service = new ProgramProcess({ file: 'service/main.ts', args: [], environment, running });
	await service.start();
	return { service, url, users, productId, tracker: new Tracker({ url }, productId) };
}

async function addUsers(place: ServicePlace) {
	const database = await openDatabase(place);
	try {
		const accounts = new Accounts(database, systemClock);
		const { id: organisationId } = await accounts.addOrganisation('Harbour');
		const product = { organisationId, kind: 'Tracker', name: 'Tracker' } as const;
		const { id: productId } = await accounts.addProduct(product);
		const users: TestUser[] = [];
		for (let number = 1; number <= clients; number += 1) {
			const email = `user-${number}@harbour.test`;
			const { id } = await accounts.addUser({ organisationId, email, roles });
			users.push({ email, key: (await accounts.addKey(id, 'test')).key });
		}
		return { users, productId };
	} finally {
		await database.destroy();
	}
}

export async function issueToAll(tracker: Tracker, users: readonly TestUser[]): Promise<string> {
	const [first] = users;
	if (first === undefined) throw new Error('there is no user');
	const assetId = await tracker.asset(first);
	for (const { email } of users) {
		await tracker.issue(first, { assetId, recipientEmail: email, amount: issuedToEach });
	}
	return assetId;
}

async function judge(
	tracker: Tracker,
	{
		users,
		assetId,
		url,
	}: { readonly users: readonly TestUser[]; readonly assetId: string; readonly url: string },
) {
	const [first] = users;
	if (first === undefined) throw new Error('there is no user');
	const movements: string[] = [];
	for (let isOver = false; !isOver;) {
		const location = `assets/${assetId}/transactions?limit=5000&offset=${movements.length}`;
		const page = await tracker.read<readonly WireTransaction[]>(first, location);
		movements.push(...page.map(({ id }) => id));
		isOver = page.length < 5000;
	}
	let held = 0;
	for (const user of users) {
		const balances = await tracker.read<readonly { amount: number }[]>(user, 'balances');
		held += balances[0]?.amount ?? 0;
	}
	const { vkey } = (await (await fetch(`${url}/log`)).json()) as { readonly vkey: string };
	return { movements, held, issued: users.length * issuedToEach, vkey };
}

/** Clients that send one unit round and round, each request again until it is answered. */
class Load {
	readonly acknowledged = new Set<string>();
	private isOver = false;

	constructor(
		private readonly url: string,
		private readonly what: {
			readonly productId: string;
			readonly assetId: string;
			readonly users: readonly TestUser[];
		},
	) {}

	async run(): Promise<void> {
		await Promise.all(this.what.users.map((user, index) => this.client(user, index)));
	}

	/** Waits for so many answers more than there were. */
	async answered(count: number): Promise<void> {
		const wanted = this.acknowledged.size + count;
		await until(() => Promise.resolve(this.acknowledged.size >= wanted ? true : undefined));
	}

	stop(): void {
		this.isOver = true;
	}

	private async client(user: TestUser, index: number): Promise<void> {
		const { users } = this.what;
		const recipient = users[(index + 1) % users.length];
		for (let count = 0; !this.isOver; count += 1) {
			const id = await this.transfer(user, recipient?.email ?? '', `${index}-${count}`);
			if (this.acknowledged.has(id)) throw new Error(`${id} was acknowledged for two requests`);
			this.acknowledged.add(id);
		}
	}

	private transfer(user: TestUser, recipientEmail: string, idempotencyKey: string) {
		const { productId, assetId } = this.what;
		return until(async () => {
			const answer = await send({
				method: 'POST',
				url: `${this.url}/tracker/${productId}/assets/${assetId}/transfer`,
				headers: { 'x-api-key': user.key, 'idempotency-key': idempotencyKey },
				json: { recipientEmail, amount: 1 },
			}).catch(() => undefined);
			if (answer === undefined || answer.status >= 500) return undefined;
			if (answer.status !== 200) throw new Error(`${answer.status}: ${answer.text}`);
			return (answer.json() as readonly WireTransaction[])[0]?.id;
		});
	}
}

/** Believes no checkpoint that does not continue the last one, whichever process shows it. */
export class Witness {
	private readonly notes: string[] = [];
	private readonly contradictions: string[] = [];
	private isOver = false;

	constructor(private readonly url: string) {}

	stop(): void {
		this.isOver = true;
	}

	/** Waits for one note more than there were. */
	async seesAnother(): Promise<void> {
		const before = this.notes.length;
		await until(() => Promise.resolve(this.notes.length > before || undefined), 'another note');
	}

	async run(): Promise<void> {
		while (!this.isOver) await this.look();
	}

	/** Reads the newest, if the service answers. */
	async look(): Promise<void> {
		const note = await this.read('/log/checkpoint', (answer) => answer.text());
		if (note === undefined || note === this.notes.at(-1)) return;
		if (await this.continues(note)) this.notes.push(note);
	}

	/** Whether it could be told; what does not continue is noted. */
	private async continues(note: string): Promise<boolean> {
		const last = this.notes.at(-1);
		if (last === undefined) return true;
		const [from, to] = [treeOf(last), treeOf(note)];
		if (to.treeSize < from.treeSize) this.contradictions.push(`${from.treeSize} to ${to.treeSize}`);
		if (to.treeSize < from.treeSize) return true;
		const location = `/log/consistency?from=${from.treeSize}&to=${to.treeSize}`;
		const proof = await this.read(location, (answer) => answer.json());
		if (proof === undefined) return false;
		const { hashes } = proof as { readonly hashes: readonly string[] };
		const path = hashes.map((hash) => Buffer.from(hash, 'hex'));
		if (await verifyConsistency(from, to, path)) return true;
		this.contradictions.push(`${from.treeSize} to ${to.treeSize}`);
		return true;
	}

	async judged(vkey: string) {
		const key = await parseVerifierKey(vkey);
		for (const note of this.notes) {
			const signatures = await verifiedSignatures(parseNote(note), [key]);
			if (signatures.length !== 1) this.contradictions.push(`not signed: ${note}`);
		}
		const witnessed = this.notes.map((note) => treeOf(note).treeSize);
		return { witnessed, contradictions: this.contradictions };
	}

	/** Nothing while the service is away. */
	private async read<Body>(
		location: string,
		body: (answer: Response) => Promise<Body>,
	): Promise<Body | undefined> {
		const answer = await fetch(this.url + location).catch(() => undefined);
		return answer?.ok === true ? body(answer).catch(() => undefined) : undefined;
	}
}

function treeOf(note: string) {
	return parseCheckpoint(parseNote(note).text);
}

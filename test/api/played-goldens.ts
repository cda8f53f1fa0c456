/** Plays a golden request against a running program and compares the answer with the golden's. */
import { send, type Answer } from '../support/clients/requests';
import { EventReader } from '../exchange/support/exchange';
import { filled, normalised, type Golden, type Values } from './golden';
import type { MadeStage, SharedStages } from './shared-stages';

/** What is refused keeps nothing, and reading changes nothing, unless the golden says otherwise. */
function changesNothing({ request, code, alone }: Golden): boolean {
	return alone !== true && (request.method === 'GET' || code !== undefined);
}

export async function playShared(golden: Golden, stages: SharedStages): Promise<void> {
	const { needs = [] } = golden;
	if (changesNothing(golden)) return playOn(golden, await stages.take(needs));
	await playAlone(golden, await stages.make(needs));
}

async function playOn(golden: Golden, { values }: MadeStage): Promise<void> {
	await (golden.reply.events === undefined ? play : playStream)(golden, values);
}

export async function playAlone(golden: Golden, stage: MadeStage): Promise<void> {
	try {
		await playOn(golden, stage);
	} finally {
		await stage.close();
	}
}

/** The step of a stage that a golden names. */
export function stepOf<Step>(all: Readonly<Record<string, Step>>, name: string): Step {
	const step = all[name];
	if (step === undefined) throw new Error(`no step of this stage is called ${name}`);
	return step;
}

async function play(golden: Golden, values: Values): Promise<void> {
	const request = filled(golden.request, values);
	const wanted = filled(golden.reply, values);
	const answer = await send({ ...request, url: request.path });
	const body = golden.code === undefined ? bodyOf(answer, wanted.body) : refusalOf(answer);
	const headers = Object.fromEntries(
		Object.keys(wanted.headers ?? {}).map((name) => [name, answer.headers[name]]),
	);
	const came = { status: answer.status, ...(wanted.headers && { headers }), body };
	expect(normalised(came, wanted)).toEqual(wanted);
}

/** A stream is read as far as the golden tells; the reader takes no other status or type. */
async function playStream(golden: Golden, values: Values): Promise<void> {
	const { path: url, headers } = filled(golden.request, values);
	const wanted = filled(golden.reply.events ?? [], values);
	const reader = await EventReader.open(url, headers);
	const came: unknown[] = [];
	for (const _event of wanted) came.push(await reader.next());
	reader.close();
	expect(normalised(came, wanted)).toEqual(wanted);
}

function bodyOf(answer: Answer, wanted: unknown): unknown {
	return typeof wanted === 'string' ? answer.text : answer.json();
}

/** Every refusal ends with the id the header of its reply has; the rest is written in the file. */
function refusalOf(answer: Answer): unknown {
	const { requestId, ...body } = answer.json() as Record<string, unknown>;
	expect(requestId).toBe(answer.headers['x-request-id']);
	return body;
}

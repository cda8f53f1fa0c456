/** Sends the same contract to each line of a list, and says of each what came of it. */
import { useState } from 'preact/hooks';
import { CallFault } from '../../parts/client';
import { errorOf } from '../../parts/loading';
import { Adding } from '../../parts/forms/adding';
import { FileField } from '../../parts/forms/file-field';
import { newClientId } from '../../parts/forms/own-id';
import { useTexts } from '../../parts/language/texts';
import { lineOf } from '../../parts/person-text';
import { Failure, Notice } from '../../parts/states';
import type { Draft } from './draft';
import { ListFault, recipientsOf, type ListRow } from './recipients';
import { ToldText } from '../../parts/told';
import { texts } from './texts';

/** Table calculations save as UTF-8 or in the encoding of their country. */
async function textOf(file: File): Promise<string> {
	const bytes = await file.arrayBuffer();
	try {
		return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
	} catch {
		return new TextDecoder('windows-1252').decode(bytes);
	}
}

/** The rows of a CSV file that are not empty; the delimiter is found out. */
async function rowsOf(file: File): Promise<readonly ListRow[]> {
	const [{ default: Papa }, text] = await Promise.all([import('papaparse'), textOf(file)]);
	// Empty rows would make the delimiter look irregular, but they count as lines.
	const { delimiter } = Papa.parse(text, { preview: 20, skipEmptyLines: 'greedy' }).meta;
	return Papa.parse<readonly string[]>(text, { delimiter })
		.data.map((cells, place) => ({ line: place + 1, cells }))
		.filter(({ cells }) => cells.some((cell) => cell.trim() !== ''));
}

interface ListFieldProps {
	readonly draft: Draft;
	readonly set: (change: (before: Draft) => Draft) => void;
}

export function ListField({ draft: { list }, set }: ListFieldProps) {
	const say = useTexts(texts);
	const [fault, setFault] = useState<Error>();
	const put = (given: Draft['list']) => set((before) => ({ ...before, list: given }));
	const read = async (file: File | undefined) => {
		setFault(undefined);
		if (file === undefined) return;
		try {
			put(recipientsOf({ id: newClientId(), fileName: file.name }, await rowsOf(file)));
		} catch (why) {
			setFault(errorOf(why));
		}
	};
	if (list !== undefined) {
		const { fileName, lines } = list;
		const people = <bdi>{lines.slice(0, 3).map(firstOf).join(', ')}</bdi>;
		return (
			<Notice
				kind="plain"
				title={say('A contract for each line of {file}: {count}', {
					file: lineOf(fileName),
					count: lines.length,
				})}
			>
				<p>
					{lines.length > 3 ? say.filled('{people} and others', { people }) : people}{' '}
					<button class="second" type="button" onClick={() => put(undefined)}>
						{say('Leave the list out')}
					</button>
				</p>
			</Notice>
		);
	}
	return (
		<Adding summary={say('Send the same to each person of a list')}>
			<FileField
				label={say('List of people')}
				accept=".csv,text/csv"
				help={say(
					'A CSV file. Each column of addresses is a signer whose address you leave empty above; a column “name” names the contracts.',
				)}
				onFile={(file) => void read(file)}
			/>
			{fault !== undefined && (
				<Failure
					fault={fault instanceof ListFault ? new Error(say(fault.text, fault.values)) : fault}
				/>
			)}
		</Adding>
	);
}

const firstOf = ({ emails }: { readonly emails: readonly string[] }) => lineOf(emails[0] ?? '');

/** How far a list has been sent. */
export interface Progress {
	readonly done: number;
	readonly count: number;
	readonly refused: readonly Refused[];
}

export interface Refused {
	readonly who: string;
	readonly fault: Error;
}

interface Sending {
	readonly send: (draft: Draft) => Promise<{ readonly id: string }>;
	/** Called after each but the last, so that a draft keeps what is left. */
	readonly onSent: (draft: Draft) => void;
	readonly onProgress: (progress: Progress) => void;
}

/** A refusal of one contract; others would meet any other fault as well. */
const isOfOne = (fault: unknown): fault is CallFault =>
	fault instanceof CallFault && /^(Sealer|Request)_/.test(fault.code);

/** Sends one after the other; the ids if all were sent. Throws what another contract would meet, too. */
export async function sendEach(
	drafts: readonly Draft[],
	{ send, onSent, onProgress }: Sending,
): Promise<readonly string[] | undefined> {
	const ids: string[] = [];
	const refused: Refused[] = [];
	for (const draft of drafts) {
		try {
			ids.push((await send(draft)).id);
			if (ids.length < drafts.length) onSent(draft);
		} catch (fault) {
			if (drafts.length === 1 || !isOfOne(fault)) throw fault;
			refused.push({ who: draft.signers.map(({ email }) => email).join(', '), fault });
		}
		onProgress({ done: ids.length, count: drafts.length, refused });
	}
	return refused.length === 0 ? ids : undefined;
}

export function ProgressOfList({ done, count, refused }: Progress) {
	const say = useTexts(texts);
	return (
		<div role="status">
			<p>
				<progress value={done} max={count} /> {say('{done} of {count} sent', { done, count })}
			</p>
			{refused.length > 0 && (
				<Notice kind="warn" title={say('{count} were not sent', { count: refused.length })}>
					<ul>
						{refused.map(({ who, fault }) => (
							<li key={who}>
								<bdi>{lineOf(who)}</bdi>: <ToldText fault={fault} />
							</li>
						))}
					</ul>
					<p>{say('Sending again sends these alone.')}</p>
				</Notice>
			)}
		</div>
	);
}

/** Downloads all pages of a list as a CSV file, which the browser makes. */
import { useState } from 'preact/hooks';
import type { ListPage } from '../parts/client';
import { useTexts } from '../parts/language/texts';
import { errorOf } from '../parts/loading';
import { saveFile } from '../parts/save-file';
import { endsSession } from '../parts/session/session';
import { Failure } from '../parts/states';
import { csvText, type CsvValue } from './csv';
import { texts } from './texts';

interface DownloadProps<Item> {
	/** Of the button. */
	readonly name: string;
	readonly fileName: string;
	readonly header: readonly string[];
	readonly row: (item: Item) => readonly CsvValue[];
	readonly load: (range: { limit: number; offset: number }) => Promise<ListPage<Item>>;
	/** Called if the key was refused. */
	readonly onEnded: (fault: Error) => void;
}

const pageLength = 5_000;

export function Download<Item>(props: DownloadProps<Item>) {
	const say = useTexts(texts);
	const { name, fileName, header, row, load, onEnded } = props;
	const [count, setCount] = useState<number>();
	const [fault, setFault] = useState<Error>();
	const download = async () => {
		const rows: (readonly CsvValue[])[] = [];
		for (let hasNext = true; hasNext;) {
			setCount(rows.length);
			const page = await load({ limit: pageLength, offset: rows.length });
			rows.push(...page.records.map(row));
			({ hasNext } = page);
		}
		saveFile(new Blob([csvText(header, rows)], { type: 'text/csv;charset=utf-8' }), fileName);
	};
	const start = () => {
		setFault(undefined);
		download()
			.catch((reason: unknown) => {
				const why = errorOf(reason);
				if (endsSession(why)) onEnded(why);
				else setFault(why);
			})
			.finally(() => setCount(undefined));
	};
	return (
		<>
			<button class="second" type="button" disabled={count !== undefined} onClick={start}>
				{count === undefined ? name : say('{count} rows…', { count })}
			</button>
			{fault !== undefined && <Failure fault={fault} again={start} />}
		</>
	);
}

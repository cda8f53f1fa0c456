/** The ways somebody gives their signature, and what is given so far by the one that is chosen. */
import { useState } from 'preact/hooks';
import { Tabs } from '../../parts/tabs';
import { Drawn } from './drawn';
import { below } from '../link/link';
import { Typed } from './typed';
import { Uploaded } from './uploaded';
import { Moment, Said, useWords } from '../texts/words';

/** A picture, or that the last one is used again. */
export type Given = File | 'last' | undefined;

type Way = 'draw' | 'type' | 'upload' | 'last';

interface SignatureProps {
	/** When the one was given that can be used again. */
	readonly lastDate: string | undefined;
	readonly onGiven: (given: Given) => void;
}

export function Signature({ lastDate, onGiven }: SignatureProps) {
	const { text } = useWords();
	const [way, setWay] = useState<Way>(lastDate === undefined ? 'draw' : 'last');
	const [files, setFiles] = useState<Readonly<Partial<Record<Way, File | undefined>>>>({});
	const givenBy = (chosen: Way, all: typeof files): Given =>
		chosen === 'last' ? 'last' : all[chosen];
	const take = (from: Way) => (file: File | undefined) => {
		const all = { ...files, [from]: file };
		setFiles(all);
		onGiven(givenBy(way, all));
	};
	const choose = (chosen: Way) => {
		setWay(chosen);
		onGiven(givenBy(chosen, files));
	};
	const tabs = [
		{ name: 'draw', label: text('draw'), content: <Drawn onFile={take('draw')} /> },
		{ name: 'type', label: text('type'), content: <Typed onFile={take('type')} /> },
		{ name: 'upload', label: text('upload'), content: <Uploaded onFile={take('upload')} /> },
		...(lastDate === undefined
			? []
			: [{ name: 'last', label: text('last'), content: <Last date={lastDate} /> } as const]),
	] as const;
	return <Tabs label={text('ways')} tabs={tabs} current={way} onChoose={choose} />;
}

function Last({ date }: { readonly date: string }) {
	const { text } = useWords();
	return (
		<>
			<p>
				<Said text="lastGiven" values={{ time: <Moment at={date} /> }} />
			</p>
			<img class="given" src={below('last-signature')} alt={text('lastPicture')} />
		</>
	);
}

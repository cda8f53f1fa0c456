/** The ways to give a signature; passes on the one of the chosen tab. */
import { useState } from 'preact/hooks';
import { Tabs } from '../../parts/tabs';
import { DrawnSignature } from './drawn';
import { Picture } from '../link/files';
import { TypedSignature } from './typed';
import { UploadedSignature } from './uploaded';
import { Moment, FilledText, useWords } from '../texts/words';

/** A picture, or the last signature again. */
export type GivenSignature = File | 'last' | undefined;

type Way = 'draw' | 'type' | 'upload' | 'last';

interface SignatureProps {
	/** When the last signature was given; undefined if there is none. */
	readonly lastDate: string | undefined;
	readonly onGiven: (given: GivenSignature) => void;
}

export function Signature({ lastDate, onGiven }: SignatureProps) {
	const { text } = useWords();
	const [way, setWay] = useState<Way>(lastDate === undefined ? 'draw' : 'last');
	const [files, setFiles] = useState<Readonly<Partial<Record<Way, File | undefined>>>>({});
	const givenBy = (chosen: Way, all: typeof files): GivenSignature =>
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
		{ name: 'draw', label: text('draw'), content: <DrawnSignature onFile={take('draw')} /> },
		{ name: 'type', label: text('type'), content: <TypedSignature onFile={take('type')} /> },
		{
			name: 'upload',
			label: text('upload'),
			content: <UploadedSignature onFile={take('upload')} />,
		},
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
				<FilledText text="lastGiven" values={{ time: <Moment at={date} /> }} />
			</p>
			<Picture look="given" part="last-signature" alt={text('lastPicture')} />
		</>
	);
}

/** For a document of which only fingerprints are kept: what comparisons cannot see. */
import { comparedKinds, type FingerprintPhrase } from '../../api/comparison/kinds';
import type { Model } from '../../api/types';
import { useTexts } from '../parts/language/texts';
import { kindOfFile } from './kind-of-file';
import { kindTexts } from './kind-texts';
import { texts } from './texts';

interface KeptAsProps {
	readonly file: Model<'KeeperFile'>;
	readonly keepsContent: boolean;
}

type Seen = Readonly<Partial<Record<'unseen' | 'strict', FingerprintPhrase>>>;

export function KeptAs({ file, keepsContent }: KeptAsProps) {
	const say = useTexts(texts);
	const sayKind = useTexts(kindTexts);
	if (keepsContent) return null;
	const { unseen, strict }: Seen = comparedKinds[kindOfFile(file)].fromFingerprints;
	return (
		<>
			<dt>{say('Kept of it')}</dt>
			<dd>
				{say(
					'fingerprints alone, as its folder has it: versions cannot be downloaded, and reports name places in place of texts',
				)}
			</dd>
			{unseen !== undefined && (
				<>
					<dt>{say('Not seen')}</dt>
					<dd>{sayKind(unseen)}</dd>
				</>
			)}
			{strict !== undefined && (
				<>
					<dt>{say('Taken more strictly')}</dt>
					<dd>{sayKind(strict)}</dd>
				</>
			)}
		</>
	);
}

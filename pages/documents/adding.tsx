/** What adds to a keeper: a folder, a document, a version of it. */
import { useState } from 'preact/hooks';
import { accuracyLevels, levelMeanings, type AccuracyLevel } from '../../api/comparison/levels';
import { ActForm } from '../parts/forms/act-form';
import { Adding } from '../parts/forms/adding';
import { CheckField, SelectField, TextField } from '../parts/forms/fields';
import { FileField } from '../parts/forms/file-field';
import { useTexts } from '../parts/language/texts';
import { go } from '../parts/router';
import { addressOf, type DocumentPlace } from './place';
import { useSession } from './session';
import { texts } from './texts';

export function AddFolder({ productId }: { readonly productId: string }) {
	const say = useTexts(texts);
	const { keeper } = useSession();
	const [name, setName] = useState('');
	const [keepsContent, setKeepsContent] = useState(true);
	return (
		<Adding summary={say('Add a folder')}>
			<ActForm
				name={say('Add it')}
				isReady={name.trim() !== ''}
				act={async (onceKey) => {
					const folder = { productId, name: name.trim(), keepsContent, 'idempotency-key': onceKey };
					const { id } = await keeper.call('createFolder', folder);
					go(`/documents/${productId}/folders/${id}`);
				}}
			>
				<TextField label={say('Name of the folder')} value={name} onChange={setName} />
				<CheckField
					label={say(
						'Keep the documents themselves; else only fingerprints, which cannot be downloaded',
					)}
					isChosen={keepsContent}
					onChange={setKeepsContent}
				/>
			</ActForm>
		</Adding>
	);
}

interface AddDocumentProps {
	readonly productId: string;
	readonly folderId: string;
}

export function AddDocument({ productId, folderId }: AddDocumentProps) {
	const say = useTexts(texts);
	const { keeper } = useSession();
	const [file, setFile] = useState<File>();
	const [accuracy, setAccuracy] = useState<AccuracyLevel>('Medium');
	return (
		<Adding summary={say('Add a document')}>
			<ActForm
				name={say('Keep it')}
				isReady={file !== undefined}
				act={async (onceKey) => {
					if (file === undefined) return;
					const sent = { productId, folderId, file, accuracy, displayName: file.name };
					const { id } = await keeper.call('addFile', { ...sent, 'idempotency-key': onceKey });
					go(addressOf({ productId, fileId: id }));
				}}
			>
				<FileField
					label={say('Document')}
					help={say('Drop it here, or choose it. It becomes the first version.')}
					onFile={setFile}
				/>
				<SelectField
					label={say('What counts as a difference')}
					help={say(levelMeanings[accuracy])}
					value={accuracy}
					onChange={setAccuracy}
					options={accuracyLevels.map((level) => [level, say(level)] as const)}
				/>
			</ActForm>
		</Adding>
	);
}

interface AddVersionProps {
	readonly place: DocumentPlace;
	/** How many versions there are. */
	readonly count: number | bigint;
}

/** Keeps a version, and shows at once what differs from the one before. */
export function AddVersion({ place, count }: AddVersionProps) {
	const say = useTexts(texts);
	const { keeper } = useSession();
	const [file, setFile] = useState<File>();
	return (
		<Adding summary={say('Add a version')}>
			<ActForm
				name={say('Keep it and see what differs')}
				isReady={file !== undefined}
				act={async (onceKey) => {
					if (file === undefined) return;
					const last = { ...place, offset: Number(count) - 1, limit: 1 };
					const [before] = await keeper.call('listVersions', last);
					const sent = { ...place, file, 'idempotency-key': onceKey };
					const { id } = await keeper.call('addVersion', sent);
					const { id: comparisonId } = await keeper.begin('compareVersions', {
						...place,
						versionId: before?.id ?? place.fileId,
						otherVersionId: id,
						generateDiffFile: true,
					});
					go(`${addressOf(place)}/comparisons/${comparisonId}`);
				}}
			>
				<FileField
					label={say('New version')}
					help={say('Drop it here, or choose it. Rules and level of the document apply.')}
					onFile={setFile}
				/>
			</ActForm>
		</Adding>
	);
}

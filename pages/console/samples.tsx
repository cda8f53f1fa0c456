/** Samples to try documents and assets with: each is made by one click, and removed by one. */
import { answerAt } from '../parts/client';
import { Action } from '../parts/forms/action';
import { useTexts } from '../parts/language/texts';
import { useSignedIn } from '../parts/session/signed-in';
import { useSession, type Session } from './access/session';
import { texts } from './texts';

/** Its name tells a sample from what people keep. */
const folderName = 'Sample: an agreement and its amendment';
const assetName = 'Sample credit';
const issuedAmount = 100;

export interface Samples {
	readonly folderId?: string | undefined;
	readonly assetId?: string | undefined;
}

/** The samples that are there. */
export async function findSamples(
	{ keeper, tracker }: Session,
	ids: { readonly keeperId: string | undefined; readonly trackerId: string | undefined },
): Promise<Samples> {
	const { keeperId, trackerId } = ids;
	const [folder] =
		keeperId === undefined
			? []
			: await keeper.call('listFolders', { productId: keeperId, name: folderName });
	const [asset] =
		trackerId === undefined
			? []
			: await tracker.call('listAssets', { productId: trackerId, assetDisplayNames: assetName });
	return { folderId: folder?.id, assetId: asset?.id };
}

async function textFile(address: string): Promise<File> {
	const bytes = await (await answerAt(address)).blob();
	return new File([bytes], 'agreement.txt', { type: 'text/plain' });
}

/** A document of two versions, and what differs between them. */
export function TryDocuments({ productId }: { readonly productId: string }) {
	const say = useTexts(texts);
	const { keeper } = useSession();
	const make = async () => {
		const { id: folderId } = await keeper.call('createFolder', { productId, name: folderName });
		const file = await textFile('/samples/agreement.txt');
		const kept = { productId, folderId, file, accuracy: 'Medium', displayName: file.name } as const;
		const { id: fileId } = await keeper.call('addFile', kept);
		const amended = await textFile('/samples/agreement-amended.txt');
		await keeper.call('addVersion', { productId, fileId, file: amended });
		globalThis.location.assign(`/documents/${productId}/files/${fileId}`);
	};
	return <Action name={say('Try it with a sample document')} what="" act={make} />;
}

/** An asset of which the person holds something. */
export function TryAssets({ productId }: { readonly productId: string }) {
	const say = useTexts(texts);
	const { tracker } = useSession();
	const email = useSignedIn()?.user?.email ?? '';
	const make = async () => {
		const { id: assetId } = await tracker.call('createAsset', { productId, name: assetName });
		const issue = { productId, assetId, recipientEmail: email, amount: issuedAmount };
		await tracker.call('issueAsset', issue);
		globalThis.location.assign(`/assets/${productId}/${assetId}`);
	};
	return <Action name={say('Try it with a sample asset')} what="" act={make} />;
}

interface RemoveProps {
	readonly samples: Samples;
	readonly ids: Parameters<typeof findSamples>[1];
	readonly onDone: () => void;
}

export function RemoveSamples({ samples, ids, onDone }: RemoveProps) {
	const say = useTexts(texts);
	const { keeper, tracker } = useSession();
	const { folderId, assetId } = samples;
	if (folderId === undefined && assetId === undefined) return null;
	const remove = async () => {
		const { keeperId = '', trackerId = '' } = ids;
		if (folderId !== undefined)
			await keeper.call('deleteFolder', { productId: keeperId, folderId });
		if (assetId !== undefined) await tracker.call('deleteAsset', { productId: trackerId, assetId });
		onDone();
	};
	return (
		<p>
			<Action name={say('Remove the samples')} what="" act={remove} />
		</p>
	);
}

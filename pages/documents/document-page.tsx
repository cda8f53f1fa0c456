/** One document: its versions, a comparison of any two or with a file at hand, and the reports that were made. */
import type { Model } from '../../api/types';
import { Heading } from '../parts/frame';
import { Link } from '../parts/router';
import { Notice, WhenLoaded } from '../parts/states';
import { Copy, numberText, Time } from '../parts/values';
import { Compare } from './compare';
import { ComparedAs } from './compared-as';
import type { DocumentPlace } from './place';
import { Reports } from './reports';
import { useAsked } from './session';
import { Versions } from './versions';

const partNames = { versions: 'Versions', compare: 'Compare', reports: 'Reports' } as const;

export type DocumentPart = keyof typeof partNames;

export function isPart(text: string): text is DocumentPart {
	return Object.hasOwn(partNames, text);
}

interface DocumentPageProps {
	readonly place: DocumentPlace;
	readonly part: DocumentPart;
}

export function DocumentPage({ place, part }: DocumentPageProps) {
	const { productId, fileId } = place;
	const asked = useAsked(`${productId} ${fileId}`, ({ keeper }) => keeper.call('getFile', place));
	return (
		<WhenLoaded asked={asked}>
			{(file) => (
				<>
					<Heading>{file.displayName}</Heading>
					{file.isDeleted && (
						<Notice kind="warn" title="This document was deleted.">
							<p>Its contents are erased; its fingerprints and proofs are still there.</p>
						</Notice>
					)}
					<Facts file={file} productId={productId} />
					<nav class="tabs" aria-label="Parts of the document">
						{(['versions', 'compare', 'reports'] as const).map((one) => (
							<Link
								key={one}
								to={`/documents/${productId}/files/${fileId}/${one}`}
								isCurrent={one === part}
							>
								{partNames[one]}
							</Link>
						))}
					</nav>
					{part === 'versions' && <Versions place={place} />}
					{part === 'compare' && <Compare place={place} />}
					{part === 'reports' && <Reports place={place} />}
				</>
			)}
		</WhenLoaded>
	);
}

interface FactsProps {
	readonly file: Model<'KeeperFile'>;
	readonly productId: string;
}

function Facts({ file, productId }: FactsProps) {
	return (
		<dl class="facts">
			<dt>Document</dt>
			<dd>
				<code>{file.id}</code> <Copy text={file.id} what="the id of the document" />
			</dd>
			<dt>Folder</dt>
			<dd>
				<Link to={`/documents/${productId}/folders/${file.folderId}`}>Its folder</Link>
			</dd>
			<ComparedAs file={file} />
			<dt>Kept</dt>
			<dd>
				{numberText(file.versionQuantity)} {file.versionQuantity === 1 ? 'version' : 'versions'},
				the first <Time at={file.creationDate} /> by {file.ownerEmail}
			</dd>
			<dt>Log</dt>
			<dd>
				{file.blockchainStatus} (<a href={`/explorer/records/${file.id}`}>its entries</a>)
			</dd>
		</dl>
	);
}

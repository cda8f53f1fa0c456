/**
 * What a seal brings along about its certificates, in the place where a PDF has that (its DSS; ISO 32000-2,
 * EN 319 142-1). It stands before the seal, which is of it as of everything else; what another seal
 * brought before stays.
 */
import { PDFArray, PDFDict, PDFName, type PDFDocument } from '@cantoo/pdf-lib';

export interface SecurityStore {
	/** Certificates, answers of responders, and lists, DER. */
	readonly certificates: readonly Uint8Array[];
	readonly answers: readonly Uint8Array[];
	readonly lists: readonly Uint8Array[];
}

const places = { certificates: 'Certs', answers: 'OCSPs', lists: 'CRLs' } as const;

/** Nothing is written where nothing was answered: certificates alone stand in the seal. */
export function addSecurityStore(document: PDFDocument, store: SecurityStore): void {
	if (store.answers.length + store.lists.length === 0) return;
	const { context, catalog } = document;
	const found = catalog.lookup(PDFName.of('DSS'));
	const before = found instanceof PDFDict ? found : undefined;
	const kept = Object.fromEntries(
		(before?.entries() ?? []).map(([key, value]) => [key.decodeText(), value]),
	);
	const written = Object.entries(places).flatMap(([part, name]) => {
		const listed = before?.lookup(PDFName.of(name));
		const earlier = listed instanceof PDFArray ? listed.asArray() : [];
		const added = store[part as keyof typeof places].map((bytes) =>
			context.register(context.stream(bytes)),
		);
		const all = [...earlier, ...added];
		return all.length === 0 ? [] : [[name, all] as const];
	});
	const dictionary = context.obj({ ...kept, Type: 'DSS', ...Object.fromEntries(written) });
	catalog.set(PDFName.of('DSS'), context.register(dictionary));
}

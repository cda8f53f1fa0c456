/** Keeps one draft in this browser, with its file, until it is sent or given up. */
import type { Draft } from './draft';

const store = 'drafts';

function opened(): Promise<IDBDatabase> {
	const request = indexedDB.open('sealkeeper-console', 1);
	request.onupgradeneeded = () => request.result.createObjectStore(store);
	return answered(request);
}

function answered<Value>(request: IDBRequest<Value>): Promise<Value> {
	return new Promise((resolve, reject) => {
		request.onsuccess = () => resolve(request.result);
		request.onerror = () => reject(request.error ?? new Error('The browser keeps no drafts.'));
	});
}

async function within<Value>(
	mode: IDBTransactionMode,
	ask: (drafts: IDBObjectStore) => IDBRequest<Value>,
): Promise<Value> {
	const database = await opened();
	try {
		return await answered(ask(database.transaction(store, mode).objectStore(store)));
	} finally {
		database.close();
	}
}

/** The draft of a person and a sealer. */
export async function readDraft(name: string): Promise<Draft | undefined> {
	return within('readonly', (drafts) => drafts.get(name) as IDBRequest<Draft | undefined>);
}

export async function keepDraft(name: string, draft: Draft): Promise<void> {
	await within('readwrite', (drafts) => drafts.put(draft, name));
}

export async function removeDraft(name: string): Promise<void> {
	await within('readwrite', (drafts) => drafts.delete(name));
}

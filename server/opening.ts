/**
 * Opens a program part by part, and closes the parts in reverse order, at the end or when a later
 * part fails to open; each part is closed even if closing another fails.
 */
export interface Closing {
	/** Closes once, however often called; rejects at the end with all faults. */
	close(): Promise<void>;
}

/** `open` must defer the closing of each part it opens. */
export async function openParts<Program>(
	open: (opened: AsyncDisposableStack) => Promise<Program>,
): Promise<Program & Closing> {
	const opened = new AsyncDisposableStack();
	try {
		const program = await open(opened);
		let closed: Promise<void> | undefined;
		return { ...program, close: () => (closed ??= closeAll(opened)) };
	} catch (fault) {
		// Thrown first during closing, so that later failures do not hide it.
		opened.defer(() => {
			throw fault;
		});
		await closeAll(opened);
		throw fault;
	}
}

async function closeAll(opened: AsyncDisposableStack): Promise<void> {
	try {
		await opened.disposeAsync();
	} catch (fault) {
		const faults = inOrder(fault);
		throw faults.length === 1
			? fault
			: new AggregateError(faults, faults.map(sentenceOf).join('; '));
	}
}

/** A SuppressedError does not name the faults it contains. */
function inOrder(fault: unknown): readonly unknown[] {
	return fault instanceof SuppressedError
		? [...inOrder(fault.suppressed), ...inOrder(fault.error)]
		: [fault];
}

function sentenceOf(fault: unknown): string {
	return fault instanceof Error ? fault.message : String(fault);
}

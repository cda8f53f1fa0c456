/**
 * Opens a program part by part. What was opened is closed in the opposite order, at the end or
 * when a later part fails to open; each part is closed although closing another one fails.
 */
export interface Closing {
	/** Once, however often called; rejects at the end with what failed. */
	close(): Promise<void>;
}

/** `open` defers the closing of each part it has opened. */
export async function openParts<Program>(
	open: (opened: AsyncDisposableStack) => Promise<Program>,
): Promise<Program & Closing> {
	const opened = new AsyncDisposableStack();
	try {
		const program = await open(opened);
		let closed: Promise<void> | undefined;
		return { ...program, close: () => (closed ??= closeAll(opened)) };
	} catch (fault) {
		// Thrown as the first of all closings, so that one that fails after it does not hide it.
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

/** A SuppressedError names none of the faults it holds. */
function inOrder(fault: unknown): readonly unknown[] {
	return fault instanceof SuppressedError
		? [...inOrder(fault.suppressed), ...inOrder(fault.error)]
		: [fault];
}

function sentenceOf(fault: unknown): string {
	return fault instanceof Error ? fault.message : String(fault);
}

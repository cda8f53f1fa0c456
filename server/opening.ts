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
		return { ...program, close: () => (closed ??= opened.disposeAsync()) };
	} catch (fault) {
		await opened.disposeAsync();
		throw fault;
	}
}

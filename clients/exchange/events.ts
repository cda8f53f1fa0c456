/** Reads server-sent events with JSON data; comments are skipped. */

interface ReadEvent {
	readonly event: string;
	readonly id?: string;
	readonly data: unknown;
}

/** Ends when the stream does; leaving the loop ends the stream. */
export async function* eventsOf(
	body: ReadableStream<Uint8Array> | null,
): AsyncGenerator<ReadEvent> {
	if (body === null) return;
	const reader = body.getReader();
	const decoder = new TextDecoder();
	let text = '';
	try {
		for (;;) {
			const { done, value } = await reader.read();
			if (done) return;
			text += decoder.decode(value, { stream: true });
			const blocks = text.split('\n\n');
			text = blocks.pop() ?? '';
			for (const block of blocks) {
				const event = eventOf(block);
				if (event !== undefined) yield event;
			}
		}
	} finally {
		await reader.cancel();
	}
}

function eventOf(block: string): ReadEvent | undefined {
	const fields = new Map<string, string>();
	for (const line of block.split('\n')) {
		const colon = line.indexOf(': ');
		if (colon > 0) fields.set(line.slice(0, colon), line.slice(colon + 2));
	}
	const data = fields.get('data');
	if (data === undefined) return undefined;
	const id = fields.get('id');
	return {
		event: fields.get('event') ?? 'message',
		...(id !== undefined && { id }),
		data: JSON.parse(data) as unknown,
	};
}

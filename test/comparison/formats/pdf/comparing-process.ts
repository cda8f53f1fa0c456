/**
 * A process that compares one pair of PDFs after the other, for tests: the library that reads PDFs is
 * made of modules that Jest does not load, and starting a process a pair would take a second each.
 */
import { pdfComparer } from '../../../../comparison/formats/pdf/comparer';
import type { Asked, Answered } from './comparing';

process.on('message', (message) => {
	void answer(message as Asked);
});

async function answer({ number, task }: Asked): Promise<void> {
	const outcome = await pdfComparer.compare({ ...task, onProgress: () => undefined });
	const outline =
		task.kept === undefined
			? undefined
			: await pdfComparer.outline(task.kept, { level: task.level, rules: task.rules });
	const answered: Answered =
		outcome.isReadable && outcome.report !== undefined
			? {
					number,
					outcome: { ...outcome, report: undefined },
					outline,
					html: outcome.report.content.text,
					files: outcome.report.files,
				}
			: { number, outcome, outline, html: '', files: [] };
	process.send?.(answered);
}

/** A field for one file or several, chosen or dropped anywhere on the field. It only passes them on. */
import { useId, useState } from 'preact/hooks';

interface FileFieldProps {
	readonly label: string;
	readonly help: string;
	readonly accept?: string;
	/** Whether several files can be given at once. */
	readonly isMany?: boolean;
	readonly onFile: (file: File | undefined, others: readonly File[]) => void;
}

export function FileField({ label, help, accept, isMany = false, onFile }: FileFieldProps) {
	const id = useId();
	const [isDropping, setDropping] = useState(false);
	const pass = (files: FileList | null) => {
		const [first, ...others] = files ?? [];
		onFile(first, others);
	};
	const over = (event: DragEvent) => {
		event.preventDefault();
		setDropping(event.type === 'dragover');
	};
	const drop = (event: DragEvent) => {
		event.preventDefault();
		setDropping(false);
		const files = event.dataTransfer?.files;
		const field = document.getElementById(id);
		if (files?.[0] === undefined || !(field instanceof HTMLInputElement)) return;
		// Shows the name of the dropped file in the field.
		field.files = files;
		pass(files);
	};
	return (
		<div
			class={isDropping ? 'field dropping' : 'field'}
			onDragOver={over}
			onDragLeave={over}
			onDrop={drop}
		>
			<label for={id}>{label}</label>
			<p id={`${id}-help`}>{help}</p>
			<input
				id={id}
				type="file"
				aria-describedby={`${id}-help`}
				multiple={isMany}
				{...(accept !== undefined && { accept })}
				onChange={({ currentTarget }) => pass(currentTarget.files)}
			/>
		</div>
	);
}

/**
 * The documents with the fields on them. A field is dragged from the tools, put down by a click or a tap, moved by
 * dragging or the arrow keys, resized at its corner or by Shift with the arrow keys, and removed by Delete.
 */
import { Fragment } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { fieldTypes, type FieldType } from '../../../api/sealer/contract-fields';
import { useLoaded } from '../../parts/loading';
import { useTexts } from '../../parts/language/texts';
import { lineOf } from '../../parts/person-text';
import { openPdf } from '../../parts/pdf/pdf';
import { PdfPages } from '../../parts/pdf/pdf-pages';
import { WhenLoaded } from '../../parts/states';
import {
	filesOf,
	labelOf,
	signerName,
	toolName,
	withBox,
	withChanged,
	withField,
	withoutField,
	type Draft,
	type PlacedField,
	type Spot,
} from './draft';
import { texts } from './texts';

interface PlacingProps {
	readonly draft: Draft;
	readonly change: (change: (before: Draft) => Draft) => void;
}

export function Placing({ draft, change }: PlacingProps) {
	const say = useTexts(texts);
	const files = filesOf(draft);
	const signing = draft.signers.flatMap(({ role }, place) => (role === 'Signer' ? [place] : []));
	const [chosen, setSigner] = useState(0);
	const signer = signing.includes(chosen) ? chosen : (signing[0] ?? 0);
	const [armed, arm] = useState<FieldType>();
	const pages = useRef<HTMLDivElement>(null);
	const put = (type: FieldType, spot: Spot) => {
		change((before) => withField(before, { type, signer }, spot));
		arm(undefined);
	};
	// By keyboard: onto the page in sight, from where the arrow keys move it.
	const putInSight = (type: FieldType) => {
		put(type, { ...pageInSight(pages.current), x: 0.5, y: 0.5 });
	};
	return (
		<section aria-label={say('Fields')}>
			<h2>{say('What is filled in, and where')}</h2>
			<p class="soft">
				{say(
					'Drag a field onto a page, or choose it and press where it belongs. Without fields, each signer signs on the certificate page.',
				)}
			</p>
			<Tools
				draft={draft}
				signing={signing}
				signer={signer}
				armed={armed}
				onSigner={setSigner}
				onTool={(type, isByKeyboard) => {
					if (isByKeyboard) putInSight(type);
					else arm(armed === type ? undefined : type);
				}}
			/>
			<div ref={pages}>
				{files.map((file, place) => (
					<Fragment key={`${place} ${file.name} ${file.size} ${file.lastModified}`}>
						{files.length > 1 && <h3>{lineOf(file.name)}</h3>}
						{isPdf(file) ? (
							<Pages
								file={file}
								fileNumber={place + 1}
								isArmed={armed !== undefined}
								draft={draft}
								change={change}
								onSpot={(spot) => armed !== undefined && put(armed, spot)}
								onDropped={put}
							/>
						) : (
							<p class="soft">{say('No fields can stand on it, as it is no PDF.')}</p>
						)}
					</Fragment>
				))}
			</div>
		</section>
	);
}

export function isPdf({ type, name }: File): boolean {
	return type === 'application/pdf' || /\.pdf$/i.test(name);
}

interface PagesProps extends PlacingProps {
	readonly file: File;
	readonly fileNumber: number;
	/** Whether a press puts a field down. */
	readonly isArmed: boolean;
	readonly onSpot: (spot: Spot) => void;
	readonly onDropped: (type: FieldType, spot: Spot) => void;
}

function Pages({ file, isArmed, ...layer }: PagesProps) {
	const say = useTexts(texts);
	const words = {
		page: (page: number, count: number) => say('Page {page} of {count}', { page, count }),
		notShown: (page: number) => say('Page {page} cannot be shown.', { page }),
	};
	const asked = useLoaded(`${file.name} ${file.size} ${file.lastModified}`, async () =>
		openPdf(new Uint8Array(await file.arrayBuffer())),
	);
	return (
		<WhenLoaded asked={asked}>
			{(pdf) => (
				<div class={isArmed ? 'contract armed' : 'contract'} data-file={layer.fileNumber}>
					<PdfPages
						pdf={pdf}
						words={words}
						onShown={() => undefined}
						over={(page) => <Layer {...layer} page={page} />}
					/>
				</div>
			)}
		</WhenLoaded>
	);
}

interface ToolsProps {
	readonly draft: Draft;
	/** Places of those who sign. */
	readonly signing: readonly number[];
	readonly signer: number;
	readonly armed: FieldType | undefined;
	readonly onSigner: (place: number) => void;
	readonly onTool: (type: FieldType, isByKeyboard: boolean) => void;
}

function Tools({ draft, signing, signer, armed, onSigner, onTool }: ToolsProps) {
	const say = useTexts(texts);
	return (
		<div class="tools" role="toolbar" aria-label={say('Fields to put down')}>
			<label>
				{say.filled('For {signer}', {
					signer: (
						<select
							value={String(signer)}
							onChange={({ currentTarget }) => onSigner(Number(currentTarget.value))}
						>
							{signing.map((place) => (
								<option key={place} value={String(place)}>
									{signerName(say, draft, place)}
								</option>
							))}
						</select>
					),
				})}
			</label>
			{fieldTypes.map((type) => (
				<button
					key={type}
					class={`tool signer-${signer % 6}`}
					type="button"
					draggable
					aria-pressed={armed === type}
					onDragStart={({ dataTransfer }) => dataTransfer?.setData('text/plain', type)}
					onClick={({ detail }) => onTool(type, detail === 0)}
				>
					{say(toolName(type))}
				</button>
			))}
		</div>
	);
}

/** The page whose middle is nearest to that of the screen. */
function pageInSight(place: HTMLElement | null): Pick<Spot, 'fileNumber' | 'page'> {
	const middle = innerHeight / 2;
	const files = [...(place?.querySelectorAll<HTMLElement>('[data-file]') ?? [])];
	const pages = files.flatMap((file) =>
		[...file.querySelectorAll('li')].map((page, at) => {
			const { top, bottom } = page.getBoundingClientRect();
			const distance = Math.abs((top + bottom) / 2 - middle);
			return { fileNumber: Number(file.dataset['file']), page: at + 1, distance };
		}),
	);
	const [nearest] = pages.sort((one, other) => one.distance - other.distance);
	return { fileNumber: nearest?.fileNumber ?? 1, page: nearest?.page ?? 1 };
}

interface LayerProps extends Omit<PagesProps, 'file' | 'isArmed'> {
	readonly page: number;
}

function Layer({ draft, fileNumber, page, change, onSpot, onDropped }: LayerProps) {
	const spotOf = (event: MouseEvent, layer: HTMLElement): Spot => {
		const { left, top, width, height } = layer.getBoundingClientRect();
		return {
			fileNumber,
			page,
			x: (event.clientX - left) / width,
			y: (event.clientY - top) / height,
		};
	};
	return (
		<div
			class="layer"
			onClick={(event) => {
				if (event.target === event.currentTarget) onSpot(spotOf(event, event.currentTarget));
			}}
			onDragOver={(event) => event.preventDefault()}
			onDrop={(event) => {
				event.preventDefault();
				const type = fieldTypes.find((name) => name === event.dataTransfer?.getData('text/plain'));
				if (type !== undefined) onDropped(type, spotOf(event, event.currentTarget));
			}}
		>
			{draft.fields
				.filter((field) => (field.fileNumber ?? 1) === fileNumber && field.page === page)
				.map((field) => (
					<FieldBox key={field.id} draft={draft} field={field} change={change} />
				))}
		</div>
	);
}

interface FieldBoxProps {
	readonly draft: Draft;
	readonly field: PlacedField;
	readonly change: PlacingProps['change'];
}

/** A press of an arrow key, as a share of the page. */
const step = 0.005;

const arrows: Readonly<Record<string, readonly [number, number]>> = {
	ArrowLeft: [-step, 0],
	ArrowRight: [step, 0],
	ArrowUp: [0, -step],
	ArrowDown: [0, step],
};

function FieldBox({ draft, field, change }: FieldBoxProps) {
	const { id, type, name, signer, x, y, width, height, required } = field;
	const drag = useDrag((from, moved, isResizing) =>
		change((before) =>
			withBox(
				before,
				id,
				isResizing
					? { width: from.width + moved.x, height: from.height + moved.y }
					: { x: from.x + moved.x, y: from.y + moved.y },
			),
		),
	);
	const press = (event: KeyboardEvent) => {
		if (event.key === 'Delete' || event.key === 'Backspace') {
			change((before) => withoutField(before, id));
		} else if (event.key in arrows) {
			const [right, down] = arrows[event.key] ?? [0, 0];
			const box = event.shiftKey
				? { width: width + right, height: height + down }
				: { x: x + right, y: y + down };
			change((before) => withBox(before, id, box));
		} else return;
		event.preventDefault();
	};
	const share = (of: number) => `${of * 100}%`;
	const say = useTexts(texts);
	const label = labelOf(say, draft, field);
	return (
		<div
			class={`placed signer-${signer % 6}`}
			role="group"
			aria-label={label}
			title={label}
			tabIndex={0}
			style={{ left: share(x), top: share(y), width: share(width), height: share(height) }}
			onKeyDown={press}
			onPointerDown={(event) => drag(event, field)}
		>
			<span>{name?.trim() || say(toolName(type))}</span>
			<span class="placed-acts">
				{type === 'Text' && (
					<button
						type="button"
						aria-pressed={required}
						onPointerDown={(event) => event.stopPropagation()}
						onClick={() =>
							change((before) =>
								withChanged(before, id, (one) => ({ ...one, required: !required })),
							)
						}
					>
						{say('required')}
					</button>
				)}
				<button
					type="button"
					aria-label={say('Remove {field}', { field: label })}
					onPointerDown={(event) => event.stopPropagation()}
					onClick={() => change((before) => withoutField(before, id))}
				>
					×
				</button>
			</span>
			<span class="corner" data-corner="" />
		</div>
	);
}

type OnMove = (
	from: PlacedField,
	moved: { readonly x: number; readonly y: number },
	isResizing: boolean,
) => void;

/** Follows a pointer from where it was pressed until it is released, in shares of the page. */
function useDrag(onMove: OnMove) {
	return (event: PointerEvent, from: PlacedField) => {
		const box = event.currentTarget;
		if (!(box instanceof HTMLElement) || !(event.target instanceof HTMLElement)) return;
		const page = box.parentElement?.getBoundingClientRect();
		if (page === undefined || event.button !== 0) return;
		const isResizing = event.target.dataset['corner'] !== undefined;
		const { clientX, clientY } = event;
		box.setPointerCapture(event.pointerId);
		const move = (now: PointerEvent) =>
			onMove(
				from,
				{ x: (now.clientX - clientX) / page.width, y: (now.clientY - clientY) / page.height },
				isResizing,
			);
		const end = () => {
			box.removeEventListener('pointermove', move);
			box.removeEventListener('pointerup', end);
			box.removeEventListener('pointercancel', end);
		};
		box.addEventListener('pointermove', move);
		box.addEventListener('pointerup', end);
		box.addEventListener('pointercancel', end);
	};
}

/** The form for declining, which ends the contract for everybody. */
import { useId, useState } from 'preact/hooks';
import { errorOf } from '../parts/loading';
import { decline, type Request } from './link/link';
import { endsHere, TroubleNotice, type Trouble } from './link/trouble';
import { useWords } from './texts/words';

interface DeclineFormProps {
	readonly onDone: (request: Request) => void;
	readonly onEnded: () => void;
	readonly onBack: () => void;
}

const lengthMax = 1000;

export function DeclineForm({ onDone, onEnded, onBack }: DeclineFormProps) {
	const id = useId();
	const { text } = useWords();
	const [reason, setReason] = useState('');
	const [isBusy, setBusy] = useState(false);
	const [fault, setFault] = useState<Trouble>();
	const submit = (event: Event) => {
		event.preventDefault();
		if (isBusy) return;
		if (reason.trim() === '') {
			return setFault({ happened: 'noReason', change: 'fewWords' });
		}
		setBusy(true);
		decline(reason.trim())
			.then(onDone, (refused: unknown) => {
				setFault(errorOf(refused));
				if (endsHere(refused)) onEnded();
			})
			.finally(() => setBusy(false));
	};
	return (
		<form class="signing" onSubmit={submit} noValidate>
			<h2>{text('declineHead')}</h2>
			<div class="field">
				<label for={id}>{text('declineWhy')}</label>
				<p id={`${id}-help`}>{text('declineHelp')}</p>
				<textarea
					id={id}
					aria-describedby={`${id}-help`}
					maxLength={lengthMax}
					value={reason}
					onInput={({ currentTarget }) => setReason(currentTarget.value)}
				/>
			</div>
			{fault !== undefined && <TroubleNotice trouble={fault} />}
			<p class="row">
				<button type="submit" disabled={isBusy}>
					{text('declineDo')}
				</button>
				<button class="second" type="button" disabled={isBusy} onClick={onBack}>
					{text('back')}
				</button>
			</p>
		</form>
	);
}

/** A template is a document with its fields: a contract begins with one, and is kept as one. */
import { useState } from 'preact/hooks';
import { Action } from '../../parts/forms/action';
import { ActForm } from '../../parts/forms/act-form';
import { Adding } from '../../parts/forms/adding';
import { SelectField, TextField } from '../../parts/forms/fields';
import { useTexts } from '../../parts/language/texts';
import { lineOf } from '../../parts/person-text';
import { useAsked, useSession } from '../access/session';
import { fieldsOf, filesOf, sentFields, type Draft } from './draft';
import { texts } from './texts';

interface TakeProps {
	readonly productId: string;
	readonly set: (change: (before: Draft) => Draft) => void;
}

/** Begins with a template; shown where there is one. */
export function TakeTemplate({ productId, set }: TakeProps) {
	const say = useTexts(texts);
	const { sealer } = useSession();
	const asked = useAsked(`templates ${productId}`, (session) =>
		session.sealer.call('listTemplates', { productId, limit: 1000 }),
	);
	const templates = asked.loaded.state === 'loaded' ? asked.loaded.value : [];
	const [chosen, choose] = useState('');
	const template = templates.find(({ id }) => id === chosen) ?? templates[0];
	if (template === undefined) return null;
	const take = async () => {
		const { id: templateId, displayName, fileName } = template;
		const file = new File(
			[await sealer.bytes('getTemplateFile', { productId, templateId })],
			fileName,
		);
		const fields = fieldsOf(template.fields ?? []);
		set((before) => {
			const needed = Math.max(1, ...fields.map(({ signer }) => signer + 1));
			const missing = Math.max(0, needed - before.signers.length);
			const added = Array.from({ length: missing }, () => ({ email: '', role: 'Signer' as const }));
			const signers = [...before.signers, ...added];
			return { ...before, file, fields, signers, name: displayName, templateId };
		});
	};
	return (
		<div class="row">
			<SelectField
				label={say('Or begin with a template')}
				value={template.id}
				onChange={choose}
				options={templates.map(({ id, displayName }) => [id, lineOf(displayName)] as const)}
			/>
			<Action name={say('Take the template')} what="" act={take} />
		</div>
	);
}

interface KeepProps {
	readonly productId: string;
	readonly draft: Draft;
}

/** Keeps the document and its fields for further contracts; a template is one document. */
export function KeepAsTemplate({ productId, draft }: KeepProps) {
	const say = useTexts(texts);
	const { sealer } = useSession();
	const { file } = draft;
	const [name, setName] = useState('');
	const [kept, setKept] = useState('');
	if (file === undefined || filesOf(draft).length > 1) return null;
	return (
		<Adding summary={say('Keep it as a template')}>
			<ActForm
				name={say('Keep the template')}
				isReady={name.trim() !== ''}
				act={async (onceKey) => {
					const displayName = name.trim();
					const fields = sentFields(draft);
					const once = { 'idempotency-key': onceKey };
					await sealer.call('createTemplate', { productId, file, displayName, fields, ...once });
					setKept(displayName);
					setName('');
				}}
			>
				<TextField
					label={say('Name of the template')}
					help={say('The document and its fields are kept, without the people.')}
					value={name}
					onChange={setName}
				/>
			</ActForm>
			{kept !== '' && (
				<p role="status">{say.filled('{name} is kept.', { name: <bdi>{lineOf(kept)}</bdi> })}</p>
			)}
		</Adding>
	);
}

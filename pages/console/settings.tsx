/** Settings of the organisation: how it shows itself, and how its mails leave. */
import { useState } from 'preact/hooks';
import type { Model } from '../../api/types';
import { ActForm } from '../parts/forms/act-form';
import { Action } from '../parts/forms/action';
import { TextField } from '../parts/forms/fields';
import { FileField } from '../parts/forms/file-field';
import { Heading } from '../parts/frame';
import { useTexts } from '../parts/language/texts';
import { lineOf } from '../parts/person-text';
import { forgetSignedIn } from '../parts/session/signed-in';
import { Notice, WhenLoaded } from '../parts/states';
import { useAsked, useSession } from './access/session';
import { texts } from './operating-texts';

export function Settings() {
	const say = useTexts(texts);
	const asked = useAsked('settings', async ({ platform }) => ({
		brand: await platform.call('getBrand', {}),
		mail: await platform.call('getMailSettings', {}),
	}));
	return (
		<>
			<Heading>{say('Settings')}</Heading>
			<WhenLoaded asked={asked}>
				{({ brand, mail }) => (
					<>
						<Brand brand={brand} onDone={asked.again} />
						<Logo brand={brand} onDone={asked.again} />
						<Mail mail={mail} />
					</>
				)}
			</WhenLoaded>
		</>
	);
}

interface BrandProps {
	readonly brand: Model<'Brand'>;
	readonly onDone: () => void;
}

function Brand({ brand, onDone }: BrandProps) {
	const say = useTexts(texts);
	const { platform } = useSession();
	const [name, setName] = useState(brand.name);
	const [colour, setColour] = useState(brand.colour ?? '');
	return (
		<section aria-labelledby="brand">
			<h2 id="brand">{say('Your brand')}</h2>
			<p>
				{say(
					'It stands in mails and on the pages where people sign. Text on the colour is black or white, whichever is read better.',
				)}
			</p>
			<ActForm
				name={say('Save the name and the colour')}
				isReady={name.trim() !== ''}
				act={async () => {
					await platform.call('changeBrand', {
						name: name.trim(),
						colour: colour.trim() || 'usual',
					});
					forgetSignedIn();
					onDone();
				}}
			>
				<TextField label={say('Name of the organisation')} value={name} onChange={setName} />
				<TextField
					label={say('Colour of buttons')}
					help={say('Such as #0b6e4f. Empty: the usual blue.')}
					value={colour}
					onChange={setColour}
				/>
			</ActForm>
		</section>
	);
}

function Logo({ brand, onDone }: BrandProps) {
	const say = useTexts(texts);
	const { platform } = useSession();
	const [file, setFile] = useState<File>();
	const { name, logoId, logoWidth, logoHeight } = brand;
	return (
		<section aria-labelledby="logo">
			<h2 id="logo">{say('Your logo')}</h2>
			{logoId !== undefined && (
				<p>
					<img
						class="logo"
						src={`/logos/${logoId}`}
						alt={lineOf(name)}
						width={Number(logoWidth)}
						height={Number(logoHeight)}
					/>{' '}
					<Action
						name={say('Remove')}
						what={say('the logo')}
						act={() => platform.call('removeLogo', {}).then(onDone)}
					/>
				</p>
			)}
			<ActForm
				name={say('Use this logo')}
				isReady={file !== undefined}
				act={async () => {
					if (file === undefined) return;
					await platform.call('setLogo', { logo: file });
					onDone();
				}}
			>
				<FileField
					label={say('A picture')}
					help={say(
						'PNG, JPEG, or SVG of plain shapes, at most 200 kB; shown in 240 by 80 pixels at most.',
					)}
					accept="image/png,image/jpeg,image/svg+xml"
					onFile={setFile}
				/>
			</ActForm>
		</section>
	);
}

type Test = Model<'MailTest'>;

const outcomes: Readonly<
	Record<Test['outcome'], readonly [kind: 'good' | 'warn' | 'bad', title: keyof typeof texts]>
> = {
	Accepted: ['good', 'The mail server has taken the mail. Look into your mailbox.'],
	Refused: ['bad', 'The mail server refuses the mail.'],
	Delayed: ['warn', 'The mail server has not taken the mail for now.'],
	Unreachable: ['bad', 'No mail can be sent.'],
	Kept: ['good', 'The mail is kept in the outbox folder; it stands under Mails.'],
};

function Mail({ mail }: { readonly mail: Model<'MailSettings'> }) {
	const say = useTexts(texts);
	const { platform } = useSession();
	const [test, setTest] = useState<Test>();
	const { host, port, fromName, fromAddress } = mail;
	const [kind, title] = test === undefined ? [] : outcomes[test.outcome];
	return (
		<section aria-labelledby="mail">
			<h2 id="mail">{say('Mails')}</h2>
			<dl class="facts">
				<div class="fact">
					<dt>{say('Mail server')}</dt>
					<dd>
						{host === undefined
							? say('none: mails are kept in the outbox folder')
							: say('{host}, port {port}', { host, port: String(port) })}
					</dd>
				</div>
				<div class="fact">
					<dt>{say('From')}</dt>
					<dd>
						<bdi>{lineOf(fromName)}</bdi> <code>{fromAddress}</code>
					</dd>
				</div>
			</dl>
			<p class="soft">
				{say(
					'Who runs the service sets them, by SMTP_URL and MAIL_FROM. No page shows a password.',
				)}
			</p>
			<ActForm
				name={say('Send a test mail to me')}
				isReady
				act={async () => {
					setTest(undefined);
					setTest(await platform.call('sendTestMail', {}));
				}}
			/>
			{kind !== undefined && title !== undefined && (
				<Notice kind={kind} title={say(title)}>
					{test?.answer !== undefined && (
						<p>
							<code>{lineOf(test.answer)}</code>
						</p>
					)}
				</Notice>
			)}
		</section>
	);
}

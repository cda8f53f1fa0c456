/**
 * The frame of the service's pages for who is signed in: everything there is on the left, and the person at the end of
 * the header. Others see the page's own parts alone.
 */
import type { ComponentChildren } from 'preact';
import type { Role } from '../../../api/language/roles';
import { Frame, type Part } from '../frame';
import { LanguageChoice } from '../language/language-choice';
import { sharedTexts } from '../language/shared-texts';
import { useTexts } from '../language/texts';
import { lineOf } from '../person-text';
import { forgetSignedIn, session, useSignedIn, type SignedIn } from './signed-in';

interface Area {
	readonly to: string;
	readonly name: keyof typeof sharedTexts;
	/** Who sees it; everybody if left out. */
	readonly roles?: readonly Role[];
}

const areas: readonly Area[] = [
	{ to: '/console', name: 'Home' },
	{ to: '/console/contracts', name: 'Contracts', roles: ['SealerAdmin', 'SealerUser'] },
	{ to: '/documents', name: 'Documents', roles: ['KeeperAdmin'] },
	{ to: '/compare', name: 'Compare two files', roles: ['KeeperAdmin'] },
	{ to: '/assets', name: 'Assets', roles: ['TrackerAdmin', 'TrackerUser'] },
	{ to: '/console/storage', name: 'Storage', roles: ['StorageRead', 'StorageWrite'] },
	{ to: '/console/people', name: 'People and keys', roles: ['UserAdmin'] },
	{ to: '/console/webhooks', name: 'Webhooks' },
	{ to: '/outbox', name: 'Mails', roles: ['Admin'] },
	{ to: '/console/settings', name: 'Settings', roles: ['Admin'] },
	{ to: '/console/health', name: 'Health', roles: ['Admin'] },
	{ to: '/explorer', name: 'Log' },
	{ to: '/console/keys', name: 'Your keys' },
	{ to: '/console/sessions', name: 'Your sessions' },
];

function areasOf({ user }: SignedIn): readonly Area[] {
	return areas.filter(({ roles }) => roles?.some((role) => user?.roles.includes(role)) ?? true);
}

interface ConsoleFrameProps {
	readonly name: string;
	readonly parts: readonly Part[];
	readonly current?: string | undefined;
	readonly children: ComponentChildren;
}

export function ConsoleFrame({ name, parts, current, children }: ConsoleFrameProps) {
	const who = useSignedIn();
	if (who?.user === undefined) {
		return (
			<Frame name={name} parts={parts} current={current} beside={<LanguageChoice />}>
				{children}
			</Frame>
		);
	}
	return (
		<div class="console">
			<Frame
				name={name}
				parts={parts.length > 1 ? parts : []}
				current={current}
				home="/console"
				beside={<Person who={who} />}
				rail={<Rail who={who} />}
			>
				{children}
			</Frame>
		</div>
	);
}

/** The longest address of which the page's own is part is where the reader is. */
function Rail({ who }: { readonly who: SignedIn }) {
	const say = useTexts(sharedTexts);
	const { pathname } = globalThis.location;
	const shown = areasOf(who);
	const holding = shown.filter(({ to }) => pathname === to || pathname.startsWith(`${to}/`));
	const here = holding.reduce<string>((one, { to }) => (to.length > one.length ? to : one), '');
	return (
		<nav class="rail" aria-label={say('Console')}>
			{shown.map(({ to, name }) => (
				<a key={to} href={to} {...(to === here && { 'aria-current': 'page' as const })}>
					{say(name)}
				</a>
			))}
		</nav>
	);
}

/** The policy of the pages lets no form be sent by itself. */
function search(event: SubmitEvent): void {
	event.preventDefault();
	const field = (event.currentTarget as HTMLFormElement).querySelector('input');
	globalThis.location.assign(`/console/search?q=${encodeURIComponent(field?.value.trim() ?? '')}`);
}

function Person({ who: { user, organisation } }: { readonly who: SignedIn }) {
	const say = useTexts(sharedTexts);
	const signOut = () => {
		void session('DELETE').finally(() => {
			forgetSignedIn();
			globalThis.location.assign('/console/sign-in');
		});
	};
	return (
		<div class="person">
			<form role="search" aria-label={say('Everything')} onSubmit={search}>
				<input
					type="search"
					maxLength={200}
					aria-label={say('Search')}
					placeholder={say('Search')}
				/>
			</form>
			<span>
				<bdi>{lineOf(user?.email ?? '')}</bdi>, <bdi>{lineOf(organisation?.name ?? '')}</bdi>
			</span>{' '}
			<button class="quiet" type="button" onClick={signOut}>
				{say('Sign out')}
			</button>
			<LanguageChoice />
		</div>
	);
}

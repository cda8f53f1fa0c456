/** The console of a running service, for tests in a browser: who is signed in to it. */
import type { Page } from 'playwright-core';
import { systemClock } from '../../../server/clock';
import { issueSignInLink, signInLink } from '../../../service/accounts/sign-in-links';
import type { RunningService } from './service';

/** The token of a link that signs a user in. */
export async function signInToken({ service }: RunningService, email: string): Promise<string> {
	const { id } = await service.database
		.selectFrom('users')
		.select('id')
		.where('email', '=', email.toLowerCase())
		.executeTakeFirstOrThrow();
	const { token } = await service.database
		.transaction()
		.execute((transaction) => issueSignInLink(transaction, systemClock, id));
	return token;
}

/** The id of the organisation of a user, the first one's administrator when left out. */
export async function organisationOf(
	{ service, organisation }: RunningService,
	email = organisation.admin.email,
): Promise<string> {
	const { organisation_id: id } = await service.database
		.selectFrom('users')
		.select('organisation_id')
		.where('email', '=', email.toLowerCase())
		.executeTakeFirstOrThrow();
	return id;
}

/** Signs a user in on a page, which then shows Home. */
export async function signInOn(page: Page, running: RunningService, email: string): Promise<void> {
	const token = await signInToken(running, email);
	// The token stands behind the #, so a page of the same address would not be loaded again.
	await page.goto('about:blank');
	await page.goto(signInLink(running.url, token));
	await page.getByRole('button', { name: 'Sign in' }).click();
	await page.getByRole('navigation', { name: 'Console' }).waitFor();
}

/** The page at `/explorer`: what the log holds, and whether it can be believed. */
import { render } from 'preact';
import { Frame } from '../parts/frame';
import { CheckPage } from './check-page';

const parts = [{ to: '/explorer', name: 'Check a proof' }];

render(
	<Frame name="Log explorer" parts={parts} current="/explorer">
		<CheckPage shown={undefined} />
	</Frame>,
	document.body,
);

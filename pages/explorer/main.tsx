/** The page at `/explorer`: what the log holds, and whether it can be believed. */
import { render } from 'preact';
import { Frame, Heading } from '../parts/frame';

render(
	<Frame name="Log explorer" parts={[]}>
		<Heading>Log explorer</Heading>
	</Frame>,
	document.body,
);

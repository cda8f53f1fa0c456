import { markup } from '../../server/html/markup';

/** The page at `/`; addresses are absolute so that they can be copied. */
export function startPage(publicUrl: string): string {
	return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Sealkeeper</title>
<style>
body { font: 16px/1.5 system-ui, sans-serif; color: #1d2430; background: #f5f6f8; margin: 0; }
main { max-width: 44rem; margin: 3rem auto; padding: 2rem; background: #fff; border-radius: 12px; }
h1 { margin-top: 0; } code { background: #eef1f5; padding: .1rem .35rem; border-radius: 4px; }
td, pre { overflow-wrap: anywhere; }
pre { background: #1d2430; color: #e8edf5; padding: 1rem; border-radius: 8px; white-space: pre-wrap; }
.begin { display: inline-block; padding: .6rem 1.4rem; border-radius: 10px; background: #1f5fd0; color: #fff;
text-decoration: none; font-weight: 600; }
th { text-align: left; padding-right: 1.5rem; font-weight: 600; } td, th { padding-block: .3rem; }
@media (prefers-color-scheme: dark) {
body { background: #14181f; color: #e8edf5; } main { background: #1d2430; } code { background: #2b3444; }
a { color: #8ab4ff; } .begin { background: #8ab4ff; color: #10203d; } }
</style>
</head>
<body>
<main>
<h1>Sealkeeper</h1>
<p>Contract signing, asset tracking, document keeping and distributed storage: for people in the console, for programs
behind one API key.</p>
<p><a class="begin" href="/console">Open the console</a></p>
<table>
<tr><th scope="row">Base address</th><td><code>${publicUrl}</code></td></tr>
<tr><th scope="row">Storage address</th><td><code>${publicUrl}/storage</code></td></tr>
<tr><th scope="row">Try every call</th><td><a href="/docs">Interface description</a></td></tr>
<tr><th scope="row">OpenAPI</th><td><a href="/openapi.json">openapi.json</a></td></tr>
<tr><th scope="row">The log</th><td><a href="/explorer">Explorer</a>, where records and proofs are checked</td></tr>
<tr><th scope="row">Two files</th><td><a href="/compare">What differs between them</a>, and neither is kept</td></tr>
<tr><th scope="row">Sealed files</th><td><a href="/verify">Verify a file</a>, whoever has it</td></tr>
</table>
<p>Every call of a program carries the key of a user in the header <code>x-api-key</code>:</p>
<pre>curl -H "x-api-key: $KEY" ${publicUrl}/products</pre>
</main>
</body>
</html>
`.text;
}

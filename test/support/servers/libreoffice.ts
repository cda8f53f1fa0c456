/**
 * LibreOffice without its windows, for tests that ask another program what a document says. It runs a
 * macro of ours, which opens each file, accepts or rejects its tracked changes, and writes its text; or it
 * opens files and saves them.
 */
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { libraryPathOf } from '../../../server/redis/program';
import { unpackedOnce } from './unpacked-packages';

/** What becomes of the tracked changes of a file; of one without any, nothing. */
export type Choice = 'accept' | 'reject';

export interface OpenedFile {
	readonly bytes: Uint8Array;
	readonly choice: Choice;
}

interface Program {
	readonly file: string;
	readonly libraryPath: string | undefined;
}

/** From the PATH where it is there, else from the distribution's packages. */
export function libreOffice(): Program {
	if (spawnSync('soffice', ['--version']).status === 0) {
		return { file: 'soffice', libraryPath: undefined };
	}
	const root = unpackedOnce('libreoffice', ['libreoffice-writer-nogui', 'libreoffice-calc-nogui']);
	const home = path.join(root, 'usr', 'lib', 'libreoffice');
	setHome(home);
	const program = path.join(home, 'program');
	const libraryPath = [program, libraryPathOf(root)].join(path.delimiter);
	return { file: path.join(program, 'soffice.bin'), libraryPath };
}

/** One file to start it by, as an installation has it; written into a folder where it is only unpacked. */
export function libreOfficeProgram(folder: string): string {
	const { file, libraryPath } = libreOffice();
	const script = path.join(folder, 'soffice');
	const library = libraryPath === undefined ? '' : `LD_LIBRARY_PATH='${libraryPath}' `;
	fs.writeFileSync(script, `#!/bin/sh\n${library}exec '${file}' "$@"\n`, { mode: 0o755 });
	return script;
}

/** Runs the program with a profile of its own. */
type Run = (...args: readonly string[]) => void;

/** Its files lie in a folder of their own, which is removed. */
function inLibreOffice<Made>(make: (folder: string, run: Run) => Made): Made {
	const { file, libraryPath } = libreOffice();
	const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'libreoffice-'));
	const own = libraryPath === undefined ? {} : { LD_LIBRARY_PATH: libraryPath };
	const profile = `-env:UserInstallation=${pathToFileURL(path.join(folder, 'profile')).href}`;
	try {
		return make(folder, (...args) =>
			runToItsEnd(file, [profile, '--headless', ...args], { ...process.env, ...own, HOME: folder }),
		);
	} finally {
		fs.rmSync(folder, { recursive: true, force: true });
	}
}

/** The text of each file, one paragraph a line. */
export function textsInLibreOffice(files: readonly OpenedFile[]): readonly string[] {
	return inLibreOffice((folder, run) => {
		// It makes the profile with a library of macros of its own, which ours replaces.
		run('--terminate_after_init');
		writeMacro(path.join(folder, 'profile', 'user', 'basic', 'Standard'));
		for (const [index, { bytes, choice }] of files.entries()) {
			fs.writeFileSync(path.join(folder, `${index}.${choice}.docx`), bytes);
		}
		run(`macro:///Standard.Texts.WriteAll("${pathToFileURL(folder).href}/")`);
		return files.map((_, index) => textOf(path.join(folder, `${index}.txt`)));
	});
}

type Ending = 'docx' | 'odt' | 'pdf' | 'xlsx' | 'ods';

/** Each file as it is after it was opened and saved. */
export function savedByLibreOffice(
	files: readonly Uint8Array[],
	[from, to]: readonly [from: Ending, to: Ending],
): readonly Uint8Array[] {
	return inLibreOffice((folder, run) => {
		const opened = files.map((bytes, index) => {
			const file = path.join(folder, `${index}.${from}`);
			fs.writeFileSync(file, bytes);
			return file;
		});
		const saved = path.join(folder, 'saved');
		run('--convert-to', to, '--outdir', saved, ...opened);
		return files.map((_, index) => fs.readFileSync(path.join(saved, `${index}.${to}`)));
	});
}

/** With this it ends when it has made its profile, and asks to be started again. */
const startAgain = 81;

function runToItsEnd(file: string, args: readonly string[], env: NodeJS.ProcessEnv): void {
	const options = { env, encoding: 'utf8' } as const;
	let ended = spawnSync(file, args, options);
	if (ended.status === startAgain) ended = spawnSync(file, args, options);
	if (ended.status !== 0) throw new Error(`soffice ended with ${ended.status}: ${ended.stderr}`);
}

function textOf(file: string): string {
	return fs.readFileSync(file, 'utf8').replace(/^\ufeff/, '');
}

/** The packages expect to be installed, and that their installation fills `/etc` from `.registry`. */
function setHome(home: string): void {
	const file = path.join(home, 'program', 'fundamentalrc');
	const text = fs.readFileSync(file, 'utf8');
	const { href } = pathToFileURL(home);
	const own = text
		.replaceAll('file:///etc/libreoffice/registry', `${href}/share/.registry`)
		.replaceAll('file:///usr/lib/libreoffice', href);
	if (own === text) return;
	// Another file of tests may be reading it.
	fs.writeFileSync(`${file}.${process.pid}`, own);
	fs.renameSync(`${file}.${process.pid}`, file);
}

const macro = `
Sub WriteAll(folder As String)
	Dim files() As String
	Dim count As Integer, index As Integer
	Dim found As String
	found = Dir(folder & "*.docx", 0)
	Do While found <> ""
		ReDim Preserve files(count) As String
		files(count) = found
		count = count + 1
		found = Dir()
	Loop
	For index = 0 To count - 1
		WriteOne(folder, files(index))
	Next index
	StarDesktop.terminate()
End Sub

Sub WriteOne(folder As String, docx As String)
	Dim loading(0) As New com.sun.star.beans.PropertyValue
	loading(0).Name = "Hidden"
	loading(0).Value = True
	Dim storing(1) As New com.sun.star.beans.PropertyValue
	storing(0).Name = "FilterName"
	storing(0).Value = "Text (encoded)"
	storing(1).Name = "FilterOptions"
	storing(1).Value = "UTF8,LF,,,"
	Dim opened As Object, dispatcher As Object, parts, wish As String
	parts = Split(docx, ".")
	opened = StarDesktop.loadComponentFromURL(folder & docx, "_blank", 0, loading())
	dispatcher = createUnoService("com.sun.star.frame.DispatchHelper")
	wish = ".uno:RejectAllTrackedChanges"
	If parts(1) = "accept" Then wish = ".uno:AcceptAllTrackedChanges"
	dispatcher.executeDispatch(opened.CurrentController.Frame, wish, "", 0, Array())
	opened.TextFields.refresh()
	opened.storeToURL(folder & parts(0) & ".txt", storing())
	opened.close(True)
End Sub
`;

const doctype = (root: string, name: string) =>
	`<?xml version="1.0" encoding="UTF-8"?>\n<!DOCTYPE ${root} PUBLIC "-//OpenOffice.org//DTD OfficeDocument 1.0//EN" "${name}.dtd">`;

/** A library of one module, as LibreOffice keeps macros in a profile. */
function writeMacro(folder: string): void {
	const escaped = macro.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
	const library = `${doctype('library:library', 'library')}
<library:library xmlns:library="http://openoffice.org/2000/library" library:name="Standard" library:readonly="false" library:passwordprotected="false"><library:element library:name="Texts"/></library:library>`;
	const texts = `${doctype('script:module', 'module')}
<script:module xmlns:script="http://openoffice.org/2000/script" script:name="Texts" script:language="StarBasic">${escaped}</script:module>`;
	fs.writeFileSync(path.join(folder, 'script.xlb'), library);
	fs.writeFileSync(path.join(folder, 'Texts.xba'), texts);
}

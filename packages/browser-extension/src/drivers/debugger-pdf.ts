// A page as PDF by Chromium's debugger, also of hidden tabs.
import { type Clock, limits, SallyportError, textFrom } from '@sallyport/protocol';
import { pause } from '../base/clock.ts';
import type { Pdf, PdfOptions } from '../base/facts.ts';
import type { Subject } from './capture.ts';
import type { Command, DebuggerSessions } from './debugger-session.ts';

export type PrintPdf = (subject: Subject, options: PdfOptions) => Promise<Pdf>;

export interface PdfPrinterOptions {
  readonly clock: Clock;
  /** Chromium's. */
  readonly sessions: DebuggerSessions | undefined;
  mayDebug(agentSession: string): boolean;
}

/** Of one read: a message of the debugger that is neither slow nor one of thousands. */
const PIECE_BYTES = 1024 * 1024;

/** In inches, as the debugger takes them. */
const papers = { a4: [8.27, 11.69], letter: [8.5, 11] } as const;

export function createPdfPrinter({ clock, sessions, mayDebug }: PdfPrinterOptions): PrintPdf {
  return async (subject, options) => {
    if (sessions === undefined) throw notInFirefox();
    if (!mayDebug(subject.agentSession)) throw needsDebugger();
    return sessions.run(subject, (command) => {
      const late = pause(clock, limits.files.printMs, subject.signal).then(() => Promise.reject(tooLate()));
      // `beforeprint` may show a dialog.
      return sessions.unlessDialogOpens(subject.tabId, Promise.race([print(command, options), late]));
    });
  };
}

async function print(command: Command, { paper, landscape, background }: PdfOptions): Promise<Pdf> {
  const [paperWidth, paperHeight] = papers[paper ?? 'a4'];
  const { stream } = await command('Page.printToPDF', {
    landscape,
    printBackground: background,
    paperWidth,
    paperHeight,
    // A page may know its size, unless the agent does.
    preferCSSPageSize: paper === undefined,
    // Both hold words of the page apart from what is printed of it.
    generateTaggedPDF: false,
    generateDocumentOutline: false,
    transferMode: 'ReturnAsStream',
  });
  const handle = textFrom(stream);
  try {
    const pieces: string[] = [];
    let bytes = 0;
    for (let isLast = false; !isLast; ) {
      const piece = await command('IO.read', { handle, size: PIECE_BYTES });
      const data = textFrom(piece.data);
      const read = piece.base64Encoded === true ? atob(data) : data;
      bytes += read.length;
      if (bytes > limits.files.maxBytes) throw tooLarge();
      pieces.push(read);
      isLast = piece.eof === true || read === '';
    }
    const text = pieces.join('');
    return { data: btoa(text), bytes, pages: pagesIn(text) };
  } finally {
    // The stream also ends with the debugger.
    command('IO.close', { handle }).catch(() => {});
  }
}

/** Chromium writes the objects of pages uncompressed. */
function pagesIn(text: string): number {
  return text.match(/\/Type\s*\/Page(?![A-Za-z])/g)?.length ?? 0;
}

function tooLarge(): SallyportError {
  return new SallyportError('ERR_FRAME_TOO_LARGE', 'The PDF is too large to be saved.', {
    hint: `The limit is ${limits.files.maxBytes / 1024 / 1024} MiB. Try without backgrounds, or read the page with read_text.`,
  });
}

function tooLate(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'The browser did not finish printing the page.', {
    hint: 'It may load something whenever it is printed. Reload the page, or read it with read_text.',
  });
}

function notInFirefox(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'Firefox cannot save a page as PDF without a dialog of the user.', {
    hint: 'Use read_text, or screenshot with fullPage.',
  });
}

function needsDebugger(): SallyportError {
  return new SallyportError('ERR_TOOL_FAILED', 'Chromium can only save a page as PDF with its debugger.', {
    hint: 'The user has switched it off or cancelled it. Use read_text.',
  });
}

// Pictures and PDFs of the tabs of one call, each with its guard.
import type {
  Annotated,
  AnnotatedRequest,
  Pdf,
  PdfOptions,
  Picture,
  PictureOptions,
  PointedAt,
} from '../../base/facts.ts';
import type { PicturePoint } from '../../base/page-calls.ts';
import { annotatedPicture, pointedAt } from './annotated.ts';
import { guardedPdf } from './guarded-pdf.ts';
import { guardedPicture, type MaskOptions } from './masks.ts';
import { type Shots, shotId } from './shots.ts';

interface Subject {
  readonly tabId: number;
  readonly agentSession: string;
  readonly signal: AbortSignal;
}

export interface TabPicturesOptions extends Omit<MaskOptions, 'tabId' | 'capture'> {
  readonly agentSession: string;
  readonly shots: Shots;
  readonly capture: (subject: Subject, options: PictureOptions) => Promise<Picture>;
  readonly printPdf: (subject: Subject, options: PdfOptions) => Promise<Pdf>;
}

export interface TabPictures {
  picture(tabId: number, options: PictureOptions): Promise<Picture>;
  /** What is in view, small, with secret fields painted over. */
  plain(tabId: number, sideMaxPx: number): Promise<Picture>;
  annotated(tabId: number, request: AnnotatedRequest): Promise<Annotated>;
  pointedAt(tabId: number, pixel: PicturePoint): Promise<PointedAt>;
  pdf(tabId: number, options: PdfOptions): Promise<Pdf>;
}

export function tabPictures({ capture, printPdf, ...options }: TabPicturesOptions): TabPictures {
  const subjectOf = (tabId: number): Subject => ({ ...options, tabId });
  const inTab = (tabId: number) => ({
    ...options,
    tabId,
    newId: shotId,
    capture: (wanted: PictureOptions) => capture(subjectOf(tabId), wanted),
  });
  return {
    picture: (tabId, wanted) => guardedPicture(inTab(tabId), wanted),
    plain: async (tabId, sideMaxPx) => (await annotatedPicture(inTab(tabId), { plain: { sideMaxPx } })).picture,
    annotated: (tabId, request) => annotatedPicture(inTab(tabId), request),
    pointedAt: (tabId, pixel) => pointedAt(inTab(tabId), pixel),
    pdf: (tabId, wanted) => guardedPdf({ ...options, tabId, print: () => printPdf(subjectOf(tabId), wanted) }),
  };
}

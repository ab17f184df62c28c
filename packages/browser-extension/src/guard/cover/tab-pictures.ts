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
import type { SecretTabs } from '../secrets/secret-tabs.ts';
import { annotatedPicture, pointedAt } from './annotated.ts';
import { guardedPdf } from './guarded-pdf.ts';
import { guardedPicture, type MaskOptions } from './masks.ts';
import { leftMeanwhile, noSecretIn } from './secret-pictures.ts';
import { type Shots, shotId } from './shots.ts';

interface Subject {
  readonly tabId: number;
  readonly agentSession: string;
  readonly signal: AbortSignal;
}

/** A tab that is sent from page to page faster than pictures are taken gets none. */
const TRIES_MAX = 3;

export interface TabPicturesOptions extends Omit<MaskOptions, 'tabId' | 'capture'> {
  readonly agentSession: string;
  readonly shots: Shots;
  readonly capture: (subject: Subject, options: PictureOptions) => Promise<Picture>;
  readonly secretsIn: Pick<SecretTabs, 'frames' | 'watch'>;
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

export function tabPictures({ capture, printPdf, secretsIn, ...options }: TabPicturesOptions): TabPictures {
  const requireNoSecret = noSecretIn(secretsIn, options.pages);
  const subjectOf = (tabId: number): Subject => ({ ...options, tabId });
  const inTab = (tabId: number) => ({
    ...options,
    tabId,
    newId: shotId,
    capture: (wanted: PictureOptions) => capture(subjectOf(tabId), wanted),
  });
  /** Before and after, since the page may have drawn it meanwhile, and of no page that was there in between. */
  async function withoutSecrets<Made>(tabId: number, make: () => Promise<Made>): Promise<Made> {
    for (let tries = 0; tries < TRIES_MAX; tries += 1) {
      const watch = await secretsIn.watch(tabId);
      try {
        await requireNoSecret(tabId);
        const made = await make();
        await requireNoSecret(tabId);
        if (!watch.hasChanged()) return made;
      } finally {
        watch.end();
      }
    }
    throw leftMeanwhile();
  }
  const annotated = (tabId: number, request: AnnotatedRequest) =>
    withoutSecrets(tabId, () => annotatedPicture(inTab(tabId), request));
  return {
    picture: (tabId, wanted) => withoutSecrets(tabId, () => guardedPicture(inTab(tabId), wanted)),
    plain: async (tabId, sideMaxPx) => (await annotated(tabId, { plain: { sideMaxPx } })).picture,
    annotated,
    pointedAt: (tabId, pixel) => pointedAt(inTab(tabId), pixel),
    pdf: (tabId, wanted) =>
      withoutSecrets(tabId, () => guardedPdf({ ...options, tabId, print: () => printPdf(subjectOf(tabId), wanted) })),
  };
}

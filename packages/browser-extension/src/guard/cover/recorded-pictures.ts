// Pictures of the tabs of one call, and what its session records of them.
import { type Recorder, type Recordings, recorderFor } from './recordings.ts';
import { type TabPictures, type TabPicturesOptions, tabPictures } from './tab-pictures.ts';

export function recordedPictures(
  options: TabPicturesOptions & { readonly recordings: Recordings },
): TabPictures & Recorder {
  const pictures = tabPictures(options);
  return { ...pictures, ...recorderFor({ ...options, session: options.agentSession, plain: pictures.plain }) };
}

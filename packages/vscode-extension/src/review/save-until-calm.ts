// Saves a draft until its user has stopped typing, so that closing its tab does not ask whether to save it.

export interface Draft {
  readonly isDirty: boolean;
  save(): Thenable<boolean>;
}

/** Longer than the gap between keys in a burst, too short to notice when a diff closes. */
const PAUSE_MS = 60;
/** A user who goes on typing gets VS Code's question after all. */
const MAX_SAVES = 40;

/** Keys that arrive while a save is under way make the draft dirty again; `pause` waits for the time given. */
export async function saveUntilCalm(draft: Draft, pause: (ms: number) => Promise<void>): Promise<void> {
  for (let saves = 0; draft.isDirty && saves < MAX_SAVES; saves += 1) {
    await draft.save();
    await pause(PAUSE_MS);
  }
}

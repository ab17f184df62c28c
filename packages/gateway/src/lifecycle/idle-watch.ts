// Reports when nobody has used the gateway for a while.

export interface IdleWatch {
  /** Counts as use until the returned function is called. */
  enter(): () => void;
  close(): void;
}

/** Without `idleMs` it never reports. */
export function openIdleWatch(idleMs: number | undefined, onIdle: () => void): IdleWatch {
  let present = 0;
  let timer: NodeJS.Timeout | undefined;
  const wait = () => {
    clearTimeout(timer);
    if (idleMs !== undefined && present === 0) timer = setTimeout(onIdle, idleMs);
  };
  wait();
  return {
    enter() {
      present += 1;
      clearTimeout(timer);
      let isHere = true;
      return () => {
        if (!isHere) return;
        isHere = false;
        present -= 1;
        wait();
      };
    },
    close: () => clearTimeout(timer),
  };
}

// A page whose buttons have their effect later: by a timer, a request, a chain of frames, or the end of a transition, after so many milliseconds.

const effectKinds = ['timer', 'fetch', 'frame', 'transition'] as const;
const effectDelays = [0, 50, 150, 400] as const;

type EffectKind = (typeof effectKinds)[number];

/** Each effect as its button's name says it, and what it then shows. */
export const effects: readonly { readonly kind: EffectKind; readonly button: string; readonly shows: string }[] =
  effectKinds.flatMap((kind) =>
    effectDelays.map((ms) => ({ kind, button: `${kind} ${ms}`, shows: `${kind} came after ${ms}` })),
  );

/** Where its requests go: `/after/150` answers after that many milliseconds. */
export const AFTER = '/after/';

export const effectsPage = `<!doctype html><title>Effects</title><main>
${effects.map(({ button }) => `<button>${button}</button>`).join('\n')}
<button>timers in turn 200</button><button>endless 0</button>
<p id="shown"></p></main>
<script>
const show = (kind, ms) => { document.getElementById('shown').textContent = kind + ' came after ' + ms; };
const ways = {
  timer: (ms, done) => setTimeout(done, ms),
  fetch: (ms, done) => fetch('${AFTER}' + ms).then((answer) => answer.text()).then(done),
  frame: (ms, done) => {
    const end = performance.now() + ms;
    const step = () => (performance.now() < end ? requestAnimationFrame(step) : done());
    requestAnimationFrame(step);
  },
  transition: (ms, done) => {
    const { style } = document.getElementById('shown');
    style.transition = 'translate ' + Math.max(ms, 1) + 'ms';
    style.translate = (style.translate === '20px' ? 10 : 20) + 'px';
    document.getElementById('shown').ontransitionend = done;
  },
  'timers in turn': (ms, done) => setTimeout(() => setTimeout(() => done(), ms / 2), ms / 2),
  endless: (ms, done) => { const step = () => requestAnimationFrame(step); step(); done(); },
};
addEventListener('click', ({ target }) => {
  const [, kind, ms] = /^(.*) (\\d+)$/.exec(target.textContent) ?? [];
  ways[kind]?.(Number(ms), () => show(kind, Number(ms)));
});
</script>`;

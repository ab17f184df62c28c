// Serves the page of the first call on loopback, so that a first run needs no network.
import { type ServedPage, servePage } from './serve-page.ts';

const html = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>Sallyport: first call</title>
<style>
  :root { color-scheme: light dark; --ink: #1d2733; --stone: #5b6b7c; --wall: #e8ecf0; --door: #b4552d; }
  @media (prefers-color-scheme: dark) { :root { --ink: #e8ecf0; --stone: #9fb0c0; --wall: #18212b; --door: #e07b4c; } }
  body { margin: 0; min-height: 100vh; display: grid; place-items: center; background: var(--wall); color: var(--ink);
    font: 18px/1.5 system-ui, sans-serif; }
  main { width: min(36rem, 88vw); text-align: center; }
  svg { width: 9rem; height: 9rem; }
  h1 { font-size: 2rem; margin: 0.5rem 0; }
  p { color: var(--stone); margin: 0.5rem 0 1.5rem; }
  button { font: inherit; font-weight: 600; padding: 0.7rem 1.6rem; border: 0; border-radius: 0.5rem; color: #fff;
    background: var(--door); cursor: pointer; }
  output { display: block; min-height: 2rem; margin-top: 1.2rem; font-weight: 600; color: var(--door); }
  .open .leaf { transform: scaleX(0.25); }
  .leaf { transform-origin: 62px 0; fill: var(--door); }
</style>
</head>
<body>
<main>
  <svg viewBox="0 0 120 120" role="img" aria-label="A small gate in a wall">
    <path d="M8 112V28h14V16h14v12h14V16h20v12h14V16h14v12h14v84z" fill="var(--stone)"/>
    <path d="M40 112V74a20 20 0 0 1 40 0v38z" fill="var(--wall)"/>
    <path class="leaf" d="M62 112V55a20 20 0 0 1 16 19v38z"/>
  </svg>
  <h1>The door is shut</h1>
  <p>An agent is about to open it, in this browser, through every part of Sallyport.</p>
  <button type="button">Open the door</button>
  <output aria-live="polite"></output>
</main>
<script>
  document.querySelector('button').addEventListener('click', () => {
    document.body.classList.add('open');
    document.querySelector('h1').textContent = 'The door is open';
    document.querySelector('output').textContent = 'An agent clicked. The whole chain works.';
  });
</script>
</body>
</html>
`;

export async function openFirstPage(): Promise<ServedPage> {
  return servePage(html);
}

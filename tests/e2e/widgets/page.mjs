// Puts a page's markup in its place, and keeps how its state is read.

export function show(markup, state) {
  const root = document.querySelector('#root');
  root.innerHTML = markup;
  globalThis.stateOfPage = state;
  return root;
}

export const COUNTRIES = [
  'Denmark',
  'Estonia',
  'Finland',
  'France',
  'Germany',
  'Iceland',
  'Latvia',
  'Norway',
  'Poland',
  'Sweden',
];

export const options = (names) =>
  names.map((name) => `<option value="${name.toLowerCase()}">${name}</option>`).join('');

export const byId = (id) => document.getElementById(id);

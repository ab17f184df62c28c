// Uploads by areas that hide their input, and maps.
import { grouped } from '../task.ts';

const paper = { name: 'paper.txt', text: 'On doors' };

export const uploads = grouped('uploads', [
  {
    title: 'dropzone',
    page: 'dropzone',
    instruction: 'Upload paper.txt through the area.',
    async solve(hand) {
      await hand.upload('Drop files here to upload', [paper]);
    },
    isDone: ({ files }) => String(files) === 'paper.txt',
  },
  {
    title: 'filepond',
    page: 'filepond',
    instruction: 'Upload paper.txt.',
    async solve(hand) {
      await hand.upload('Browse', [paper]);
    },
    isDone: ({ files }) => String(files) === 'paper.txt',
  },
  {
    title: 'uppy',
    page: 'uppy',
    instruction: 'Add paper.txt to the archive.',
    async solve(hand) {
      await hand.upload('browse files', [paper]);
    },
    isDone: ({ files }) => String(files) === 'paper.txt',
  },
]);

export const maps = grouped('maps', [
  {
    title: 'leaflet marker',
    page: 'leaflet',
    instruction: 'Open the pop-up of the marker at Moss.',
    async solve(hand) {
      await hand.click('Moss');
    },
    isDone: ({ opened }) => opened === 'Moss',
  },
  {
    title: 'leaflet zoom',
    page: 'leaflet',
    instruction: 'Zoom in twice.',
    async solve(hand) {
      await hand.click({ name: 'Zoom in', role: 'button' });
      await hand.click({ name: 'Zoom in', role: 'button' });
    },
    isDone: ({ zoom }) => zoom === 10,
  },
]);

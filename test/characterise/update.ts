import { startApi } from "../support/api.ts";
import { keptBooks, playAll } from "./catalogue.ts";
import { type CompactBook, compactOf } from "./compact.ts";
import { keepCompacts } from "./kept.ts";

//   npm run freeze:update
//
// Keeps what the program answers now. Whoever runs it has looked at every difference.

const compacts: CompactBook[] = [];
const api = await startApi();
try {
  await playAll(api, keptBooks, async (book) => {
    compacts.push(compactOf(book));
  });
} finally {
  await api.close();
}
await keepCompacts(compacts);

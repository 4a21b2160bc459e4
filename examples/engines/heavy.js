// A bot in JavaScript over a pipe (docs/engines.md): it gets rid of its heaviest tile, and of doubles first.
// tantera arena "pipe:node examples/engines/heavy.js" greedy

const weight = ({ tile = "00" }) => Number(tile[0]) + Number(tile[1]) + (tile[0] === tile[1] ? 100 : 0);

function choose({ options }) {
  let best = 0;
  options.forEach((option, at) => { if (weight(option) > weight(options[best])) best = at; });
  return best;
}

const say = (answer) => console.log(JSON.stringify(answer));

require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const asked = JSON.parse(line);
  if (asked.type === "hello") say({ protocol: 1, name: "Heavy" });
  if (asked.type === "turn") say({ id: asked.id, option: choose(asked.view) });
});

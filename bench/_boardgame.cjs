// A table of dominoes on boardgame.io, and people who play there: what `bench scale` has beside our own.
//
//   node _boardgame.cjs serve PORT FOLDER
//   node _boardgame.cjs play PORT TABLES SECONDS PACE
//
// Whoever plays writes a line when all have come and played for a while, and one with what they saw when time is over.
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { io } = require("socket.io-client");

const TILES = [];
for (let high = 0; high <= 6; high++) for (let low = 0; low <= high; low++) TILES.push([low, high]);

const fits = (end, tile) => end === null || tile.includes(end);

/** Each alone, two players, seven tiles each and the rest asleep; when a hand ends the next one is dealt. */
const dealt = (random) => {
  const tiles = random.Shuffle(TILES);
  return { racks: { 0: tiles.slice(0, 7), 1: tiles.slice(7, 14) }, line: [], ends: [null, null], passes: 0 };
};

const dominoes = {
  name: "dominoes",
  setup: ({ random }) => ({ hand: dealt(random), points: [0, 0] }),
  turn: { minMoves: 1, maxMoves: 1 },
  playerView: ({ G, playerID }) => ({
    ...G,
    hand: { ...G.hand, racks: { [playerID]: G.hand.racks[playerID], other: G.hand.racks[1 - playerID]?.length } },
  }),
  moves: {
    play: ({ G, playerID, random }, at, side) => {
      const { hand } = G, tile = hand.racks[playerID][at];
      if (!tile || !fits(hand.ends[side], tile)) return "INVALID_MOVE";
      hand.racks[playerID].splice(at, 1);
      hand.line[side ? "push" : "unshift"](tile);
      if (hand.ends[side] === null) hand.ends = [...tile];
      else hand.ends[side] = tile[0] === hand.ends[side] ? tile[1] : tile[0];
      hand.passes = 0;
      if (hand.racks[playerID].length === 0) {
        G.points[playerID] += hand.racks[1 - playerID].flat().reduce((sum, pips) => sum + pips, 0);
        G.hand = dealt(random);
      }
    },
    pass: ({ G, playerID, random }) => {
      if (G.hand.racks[playerID].some((tile) => G.hand.ends.some((end) => fits(end, tile)))) return "INVALID_MOVE";
      if (++G.hand.passes === 2) G.hand = dealt(random);
    },
  },
};

const serve = (port, folder) => {
  const server = Server({ games: [dominoes], origins: [Origins.LOCALHOST], db: new FlatFile({ dir: folder }) });
  server.run({ port, callback: () => console.log("ready") });
};

const play = async (port, tables, seconds, pace) => {
  const url = `http://127.0.0.1:${port}`;
  const delays = [];
  let counting = false;
  for (let number = 0; number < tables; number++) {
    const matchID = `table-${number}`; // it is begun when the first of them comes
    for (const playerID of ["0", "1"]) await new Promise((come) => {
      const socket = io(`${url}/dominoes`, { transports: ["websocket"], forceNew: true });
      let sent = 0;
      const told = (state) => {
        if (sent) {
          if (counting) delays.push(performance.now() - sent);
          sent = 0;
        }
        if (state.ctx.currentPlayer !== playerID) return;
        const { hand } = state.G, rack = hand.racks[playerID];
        const options = rack.flatMap((tile, at) => [0, 1].filter((side) => fits(hand.ends[side], tile)).map((side) => [at, side]));
        const [type, args] = options.length ? ["play", options[Math.floor(Math.random() * options.length)]] : ["pass", []];
        setTimeout(() => {
          sent = performance.now();
          const action = { type: "MAKE_MOVE", payload: { type, args, playerID } };
          socket.emit("update", action, state._stateID, matchID, playerID);
        }, 2000 * pace * Math.random());
      };
      socket.on("connect", () => socket.emit("sync", matchID, playerID, undefined, 2));
      socket.on("sync", (id, { state }) => { come(); told(state); });
      socket.on("update", (id, state) => told(state));
    });
  }
  await new Promise((go) => setTimeout(go, 2000 * pace));
  counting = true;
  console.log(JSON.stringify({ begun: true }));
  await new Promise((go) => setTimeout(go, 1000 * seconds));
  counting = false;
  delays.sort((a, b) => a - b);
  const at = (part) => delays[Math.floor(part * delays.length)] ?? 0;
  console.log(JSON.stringify({ moves: delays.length, median: at(0.5), late: at(0.99) }));
  process.exit(0);
};

const [what, port, ...rest] = process.argv.slice(2);
if (what === "serve") serve(Number(port), rest[0]);
else play(Number(port), ...rest.map(Number));

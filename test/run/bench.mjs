// npm run bench
import "../bench/run.mjs";

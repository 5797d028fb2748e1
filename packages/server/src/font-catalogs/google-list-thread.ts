import { parentPort, workerData } from 'node:worker_threads'
import { readFamilies } from './google-list.ts'

parentPort?.postMessage(readFamilies(workerData))

import type { Operations } from "./types.ts";
type Facts = {
    method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
    path: string;
    repeat: "safe" | "key" | "never";
    msMax: number;
};
export declare const operations: Record<keyof Operations, Facts>;
export {};

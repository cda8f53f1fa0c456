// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// Keeps roots of one log at sizes that only grow. Its owner, who made it, is the only one who adds
/// any, and nobody changes or removes one: whoever reads it sees what the log was at each size.
contract LogAnchor {
    /// A root was written; the block it stands in says when.
    event Anchored(uint64 indexed treeSize, bytes32 rootHash);

    error NotOwner();
    error SizeMustGrow(uint64 latestSize);

    address public immutable owner;

    /// The log, by the first line of its checkpoints.
    string public origin;

    /// The largest size a root was written for; 0 before the first.
    uint64 public latestSize;

    /// The root at a size; zero for a size that was not written.
    mapping(uint64 treeSize => bytes32 rootHash) public rootAt;

    constructor(string memory logOrigin) {
        owner = msg.sender;
        origin = logOrigin;
    }

    function anchor(uint64 treeSize, bytes32 rootHash) external {
        if (msg.sender != owner) revert NotOwner();
        if (treeSize <= latestSize) revert SizeMustGrow(latestSize);
        latestSize = treeSize;
        rootAt[treeSize] = rootHash;
        emit Anchored(treeSize, rootHash);
    }

    /// The last root that was written, with its size.
    function latest() external view returns (uint64 treeSize, bytes32 rootHash) {
        return (latestSize, rootAt[latestSize]);
    }
}
